package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Score;
import sim.model.snapshot.Standing;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.store.DuckDbStore;
import sim.wire.Batch;
import sim.wire.PlatformSample;
import tools.jackson.databind.JsonNode;

/** What the rows explain is all there is, and no more, also where calls began before the range that they ended in. */
class ExplainedHttpTest {
    private static final long SECOND = 1_000_000_000;
    private static final List<String> PARTS = List.of("rows", "off", "rest", "metering", "range", "sim", "jit", "gc",
            "jvm", "unmetered");

    @TempDir
    Path folder;

    /** Its classes loaded for nearly two minutes, which took 20 s of CPU time of its own, most of it before the last minute. */
    @Test
    void thePartsAreNoMoreThanTheWholeWhereACallBeganBeforeTheRange() throws Exception {
        try (AskedServer server = new AskedServer(new DuckDbStore(folder))) {
            server.ship(Batches.hello("shop", "one"), batch(9, List.of(row(1, 1, 110, 20, 50, 20),
                    row(2, 10, 1, 0.9, 2, 1.9), row(3, 2, 1, 1, 8.1, 8.1))));
            for (String view : List.of("methods", "calltree")) {
                JsonNode explained = server.json(view + last(60)).path("explained");
                JsonNode cpu = explained.path("cpu");
                assertThat(cpu.path("total").asLong()).isEqualTo(9 * SECOND);
                assertThat(sum(cpu)).isEqualTo(9 * SECOND);
                assertThat(cpu.path("jit").asLong()).isEqualTo(2 * SECOND);
                assertThat(cpu.path("off").asLong()).as("in proportion").isBetween(1_889_999_999L, 1_890_000_000L);
                assertThat(cpu.path("rows").asLong()).isBetween(5_110_000_000L, 5_110_000_001L);
                assertThat(cpu.path("takenOff").asLong()).as("of 30 s, and of a tenth for metering")
                        .isEqualTo(23 * SECOND + SECOND / 10);
                JsonNode requests = explained.path("requests");
                assertThat(requests.path("total").asLong()).isEqualTo(112 * SECOND);
                assertThat(sum(requests)).isEqualTo(112 * SECOND);
                assertThat(requests.path("range").asLong()).as("nobody knows what it was").isEqualTo(90 * SECOND);
                assertThat(requests.path("metering").asLong()).isEqualTo(SECOND / 10);

                JsonNode longer = server.json(view + last(600)).path("explained");
                assertThat(longer.path("requests").path("range").asLong()).isZero();
                assertThat(longer.path("requests").path("metering").asLong()).isEqualTo(90 * SECOND + SECOND / 10);
                assertThat(sum(longer.path("cpu"))).isEqualTo(9 * SECOND);
            }
        }
    }

    @Test
    void whatFitsIsNotCut() throws Exception {
        try (AskedServer server = new AskedServer(new DuckDbStore(folder))) {
            server.ship(Batches.hello("shop", "one"), batch(40, List.of(row(2, 10, 1, 0.9, 2, 1.9),
                    row(3, 2, 1, 1, 8.1, 8.1))));
            JsonNode cpu = server.json("methods" + last(60)).path("explained").path("cpu");
            assertThat(cpu.has("takenOff")).isFalse();
            assertThat(cpu.path("rows").asLong()).isEqualTo(1_900_000_000);
            assertThat(cpu.path("off").asLong()).isEqualTo(8_100_000_000L);
            assertThat(cpu.path("unmetered").asLong()).isEqualTo(40 * SECOND - 12_100_000_000L);
            assertThat(sum(cpu)).isEqualTo(40 * SECOND);
        }
    }

    /** A worker's loop ended once, and works again: what ended inside since is more than its own total. */
    @Test
    void whatEndedInsideOfACallThatHasNotIsPartOfTheWhole() throws Exception {
        try (AskedServer server = new AskedServer(new DuckDbStore(folder))) {
            server.ship(Batches.hello("shop", "one"), batch(9, List.of(row(1, 1, 1, 0.4, 0, 0),
                    row(4, 5, 5, 5, 0, 0), row(2, 10, 1, 0.9, 0, 0))));
            JsonNode requests = server.json("methods" + last(60)).path("explained").path("requests");
            assertThat(requests.path("rows").asLong()).isEqualTo(6_300_000_000L);
            assertThat(requests.path("open").asLong()).isEqualTo(4_400_000_000L);
            assertThat(requests.path("metering").asLong()).isEqualTo(SECOND / 10);
            assertThat(requests.path("total").asLong()).isEqualTo(6_400_000_000L);
            assertThat(sum(requests)).isEqualTo(6_400_000_000L);
        }
    }

    /** Three threads of a pool, of which one has ended: what ended inside is more than the total of its call, and metering is still what the call tree has. */
    @Test
    void meteringIsThereWhereOneOfSeveralThreadsEnded() throws Exception {
        try (AskedServer server = new AskedServer(new DuckDbStore(folder))) {
            server.ship(Batches.hello("shop", "one"),
                    batch(9, List.of(row(1, 1, 1, 0.4, 0.5, 0.25), row(4, 5, 5, 4, 5, 4))));
            for (String view : List.of("methods", "calltree")) {
                JsonNode explained = server.json(view + last(60)).path("explained");
                assertThat(explained.path("cpu").path("metering").asLong()).as(view).isEqualTo(SECOND);
                JsonNode requests = explained.path("requests");
                assertThat(requests.path("metering").asLong()).isEqualTo(SECOND);
                assertThat(requests.path("open").asLong()).isEqualTo(4_400_000_000L);
                assertThat(requests.path("total").asLong()).isEqualTo(5_400_000_000L);
                assertThat(sum(requests)).isEqualTo(5_400_000_000L);
            }
            JsonNode nodes = server.json("calltree" + last(60)).path("nodes");
            for (String meter : List.of("wall", "thread.cpu")) {
                long metering = 0;
                for (JsonNode node : nodes) {
                    metering += node.path("meters").path(meter).path("metering").asLong();
                }
                assertThat(metering).as(meter + " of the tree").isEqualTo(SECOND);
            }
        }
    }

    /** Nine more loops of the pool go on, and wait for work most of the time. */
    @Test
    void whatEndedInsideOfACallThatHasNotIsWithoutWaitingForWork() throws Exception {
        try (AskedServer server = new AskedServer(new DuckDbStore(folder))) {
            server.ship(Batches.hello("shop", "one"),
                    batch(9, List.of(row(1, 1, 1, 0.4, 0, 0), row(4, 5, 5, 5, 0, 0), row(5, 60, 60, 60, 0, 0))));
            for (String view : List.of("methods", "calltree")) {
                JsonNode requests = server.json(view + last(60)).path("explained").path("requests");
                assertThat(requests.path("total").asLong()).as(view).isEqualTo(5_400_000_000L);
                assertThat(requests.path("open").asLong()).as("as large a part of the work as of all of %s", view)
                        .isCloseTo(Math.round(5_400_000_000L * (64.4 / 65.4)), within(100L));
            }
        }
    }

    private static String last(long seconds) {
        long now = Batches.now() / 1_000;
        return "?application=shop&from=" + (now - seconds * 1_000) + "&to=" + now;
    }

    private static long sum(JsonNode figure) {
        return PARTS.stream().mapToLong(part -> figure.path(part).asLong(0)).sum();
    }

    /** In seconds, wall time and CPU time. */
    private static TreeRow row(int node, long count, double total, double self, double cpu, double cpuSelf) {
        long[] totals = Batches.meters(nanos(total));
        long[] selves = Batches.meters(nanos(self));
        long[] longest = Batches.meters(nanos(total) / count);
        totals[Meter.CPU.ordinal()] = nanos(cpu);
        selves[Meter.CPU.ordinal()] = nanos(cpuSelf);
        longest[Meter.CPU.ordinal()] = nanos(cpu) / count;
        return new TreeRow(node, count, 0, 1 | Meter.CPU.bit(), totals, selves, longest, new long[0]);
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * SECOND);
    }

    /** The third name is off. */
    private static Batch batch(double cpuSeconds, List<TreeRow> rows) {
        return new Batch(1, Batches.now() - 10_000_000, Batches.now() - 5_000_000,
                List.of(new NameEntry(1, "a.A", "load"), new NameEntry(2, "a.A", "serve"),
                        new NameEntry(3, "a.A", "gone"), new NameEntry(4, "a.A", "inside"),
                        new NameEntry(5, "org.apache.tomcat.util.threads.TaskQueue", "take")),
                List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 0, 2), new NodeEntry(3, 0, 3),
                        new NodeEntry(4, 1, 4), new NodeEntry(5, 1, 5)),
                rows, List.of(), List.of(), List.of(), List.of(new Score(3, Standing.DISABLED, -1, 0)), List.of(),
                List.of(new PlatformSample(Batches.now() - 5_000_000,
                        Map.of("cpu.time", cpuSeconds * SECOND, "cpu.jit", 2.0 * SECOND))),
                Map.of());
    }
}
