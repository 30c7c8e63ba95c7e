package shop.etl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Lesson 1: a small extract, transform and load program that SIM meters through its annotations. It knows nothing else
 * of SIM, and runs the same with and without it.
 *
 * <p>How to run: {@code ./sim demo}, or {@code ./sim example 01-etl --for 30s}. Without SIM:
 * {@code java -cp "examples/01-etl/target/etl.jar:examples/01-etl/target/lib/*" shop.etl.Etl}.
 *
 * <p>What you should see: contexts named extract, transform and load inside a round; {@code Orders.read} with system CPU,
 * {@code Pricing.loyalty} with user CPU, {@code Ledger.post} blocked, {@code Workers.run} waiting, {@code Report.render}
 * with allocation and collections, and {@code Parser.number} ending with errors.
 */
public final class Etl {
    private Etl() {}

    public static void main(String[] arguments) throws Exception {
        long nanos = seconds(arguments).toNanos();
        Path folder = Files.createTempDirectory("etl");
        long begin = System.nanoTime();
        int rounds = 0;
        Summary sum = new Summary(0, 0, 0);
        try {
            List<Path> files = new OrderFiles(folder).generate(4, 2_000);
            do {
                sum = sum.plus(new Round(folder, files).run());
                rounds++;
            } while (System.nanoTime() - begin < nanos);
        } finally {
            delete(folder);
        }
        System.out.printf(Locale.ROOT, "etl: %d rounds, %d orders loaded, %d records rejected, revenue %d.%02d%n",
                rounds,
                sum.loaded(), sum.rejected(), sum.cents() / 100, sum.cents() % 100);
    }

    private static Duration seconds(String[] arguments) {
        if (arguments.length == 0) {
            return Duration.ZERO;
        }
        if (arguments.length == 2 && arguments[0].equals("--for") && arguments[1].matches("\\d{1,6}[sm]")) {
            return Duration.parse("PT" + arguments[1].toUpperCase(Locale.ROOT));
        }
        System.err.println("etl: '" + String.join(" ", arguments) + "' is not understood; write --for 20s, or nothing");
        System.exit(2);
        return Duration.ZERO;
    }

    private static void delete(Path folder) {
        try (Stream<Path> content = Files.list(folder)) {
            for (Path file : content.toList()) {
                Files.delete(file);
            }
            Files.delete(folder);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
