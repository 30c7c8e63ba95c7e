package sim.campaign.fuzz;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Where Jazzer does not run: hands a target damaged copies of its corpus, without knowing what they reach. Ends with 1 at
 * the first exception, and keeps the input.
 *
 * <p>{@code sim.campaign.fuzz.Mutator TARGET SECONDS SEED CORPUS}
 */
final class Mutator {
    private Mutator() {}

    public static void main(String... args) throws Exception {
        Method target = Class.forName(args[0]).getMethod("fuzzerTestOneInput", byte[].class);
        Random random = new Random(Long.parseLong(args[2]));
        List<byte[]> corpus = corpus(Path.of(args[3]));
        long end = System.nanoTime() + Long.parseLong(args[1]) * 1_000_000_000L;
        long runs = 0;
        for (; System.nanoTime() < end; runs++) {
            byte[] input = runs < corpus.size() ? corpus.get((int) runs) : mutant(corpus, random);
            try {
                target.invoke(null, (Object) input);
            } catch (InvocationTargetException found) {
                Path kept = Files.write(Path.of("found-" + args[0] + "-" + runs), input);
                System.out.println("found " + found.getCause() + ", kept as " + kept.toAbsolutePath());
                found.getCause().printStackTrace(System.out);
                System.exit(1);
            }
        }
        System.out.println("Done " + runs + " runs");
        System.exit(0);
    }

    private static List<byte[]> corpus(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().map(file -> {
                try {
                    return Files.readAllBytes(file);
                } catch (IOException gone) {
                    throw new java.io.UncheckedIOException(gone);
                }
            }).toList();
        }
    }

    private static byte[] mutant(List<byte[]> corpus, Random random) {
        byte[] mutant = corpus.get(random.nextInt(corpus.size())).clone();
        for (int times = 1 + random.nextInt(6); times > 0 && mutant.length > 1; times--) {
            int at = random.nextInt(mutant.length);
            switch (random.nextInt(5)) {
                case 0 -> mutant[at] = (byte) random.nextInt(256);
                case 1 -> mutant[at] = (byte) (random.nextBoolean() ? -1 : 0);
                case 2 -> mutant = Arrays.copyOf(mutant, random.nextInt(mutant.length) + 1);
                case 3 -> {
                    byte[] other = corpus.get(random.nextInt(corpus.size()));
                    int from = random.nextInt(other.length);
                    int length = Math.min(random.nextInt(200), Math.min(other.length - from, mutant.length - at));
                    System.arraycopy(other, from, mutant, at, length);
                }
                default -> mutant[at] ^= (byte) (1 << random.nextInt(8));
            }
        }
        return mutant;
    }
}
