package sim.store;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.server.LiveServer;
import sim.wire.Batch;

/**
 * What a question costs, by itself: CPU time of a server in this JVM, of a store of a day of two instances with 200 places, of one with a single
 * batch, and of ranges without any row. What it prints is in docs/measurements/store.md. Run it with the classes before a change and those after it
 * in turns: {@code java -Xmx512m -cp ... sim.store.QuestionCost 30}, the number of times each question is asked.
 */
public final class QuestionCost {
    private static final long HOUR = 3_600_000_000L;
    private static final int PLACES = 200;
    private static final OperatingSystemMXBean SYSTEM = (OperatingSystemMXBean) ManagementFactory
            .getOperatingSystemMXBean();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private QuestionCost() {}

    public static void main(String[] arguments) throws Exception {
        int times = Integer.parseInt(arguments[0]);
        Path folder = Files.createTempDirectory("question-cost");
        long now = System.currentTimeMillis() * 1_000;
        Path day = Files.createDirectory(folder.resolve("day"));
        fill(day, now - 25 * HOUR, now);
        Path one = Files.createDirectory(folder.resolve("one"));
        fill(one, now - HOUR / 60, now);
        for (int round = 0; round < 3; round++) {
            open(folder.resolve("new" + round), times / 3 + 1);
        }
        ask(one, "one batch", List.of("last=1h"), times);
        ask(day, "a day", List.of("last=1h", "last=1d", "from=" + (now / 1_000 - 5 * 86_400_000L) + "&to="
                + (now / 1_000 - 4 * 86_400_000L)), times);
    }

    private static void open(Path folder, int times) throws Exception {
        Files.createDirectory(folder);
        long made = 0;
        long opened = 0;
        for (int i = 0; i < times; i++) {
            Path data = folder.resolve("data" + i);
            long begin = SYSTEM.getProcessCpuTime();
            new DuckDbStore(data).close();
            made += SYSTEM.getProcessCpuTime() - begin;
            begin = SYSTEM.getProcessCpuTime();
            new DuckDbStore(data).close();
            opened += SYSTEM.getProcessCpuTime() - begin;
        }
        System.out.printf("%-12s %-24s %-10s %6.1f ms CPU%n", "store", "made and closed", "", made / 1e6 / times);
        System.out.printf("%-12s %-24s %-10s %6.1f ms CPU%n", "store", "opened and closed", "", opened / 1e6 / times);
    }

    private static void ask(Path folder, String store, List<String> ranges, int times) throws Exception {
        try (LiveServer server = new LiveServer(folder)) {
            for (String range : ranges) {
                String shown = range.startsWith("from") ? "no rows" : range;
                for (String question : List.of("methods?application=shop", "calltree?application=shop",
                        "methods?application=shop&instance=i1", "calltree?application=shop&instance=i1",
                        "methods/series?application=shop&class=shop.Place&method=m1", "kinds?application=shop",
                        "contexts?application=shop", "errors?application=shop")) {
                    String address = server.address() + "api/v1/" + question + "&" + range;
                    List<Long> each = new ArrayList<>();
                    for (int i = 0; i < times; i++) {
                        long begin = SYSTEM.getProcessCpuTime();
                        HttpResponse<String> answer = CLIENT.send(HttpRequest.newBuilder(URI.create(address)).build(),
                                HttpResponse.BodyHandlers.ofString());
                        each.add(SYSTEM.getProcessCpuTime() - begin);
                        if (answer.statusCode() != 200) {
                            throw new IllegalStateException(address + " " + answer.body());
                        }
                    }
                    System.out.printf("%-12s %-62s %-10s %6.1f ms CPU, median of the last half%n", store, question,
                            shown, each.subList(times / 2, times).stream().sorted().skip(times / 4).findFirst()
                                    .orElseThrow() / 1e6);
                }
            }
        }
    }

    private static void fill(Path folder, long from, long to) {
        long[] clock = {from};
        try (DuckDbStore store = new DuckDbStore(folder, () -> clock[0])) {
            List<String> instances = List.of("i1", "i2");
            instances.forEach(each -> store.open(Batches.hello("shop", each)));
            for (int batch = 1; clock[0] < to; batch++) {
                clock[0] = Math.min(to, clock[0] + HOUR);
                for (String each : instances) {
                    store.append(each, batch(batch, clock[0]));
                }
            }
            if (to - from > HOUR) {
                store.upkeep();
            }
        }
    }

    private static Batch batch(int sequence, long end) {
        List<NameEntry> names = IntStream.rangeClosed(1, PLACES).mapToObj(i -> new NameEntry(i, "shop.Place", "m" + i))
                .toList();
        List<NodeEntry> nodes = IntStream.rangeClosed(1, PLACES).mapToObj(i -> new NodeEntry(i, i / 4, i)).toList();
        List<TreeRow> rows = IntStream.rangeClosed(1, PLACES).mapToObj(i -> Batches.row(i, 10, 1_000_000 / i, 1_000))
                .toList();
        boolean isFirst = sequence == 1;
        return new Batch(sequence, end - 5_000_000, end, isFirst ? names : List.of(), isFirst ? nodes : List.of(), rows,
                List.of(), List.of(Batches.context(sequence, 0, end - 1_000_000, Map.of("n", 1L))), List.of(),
                List.of(),
                List.of(), List.of(), Map.of());
    }
}
