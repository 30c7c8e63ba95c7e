package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.HistogramRow;
import sim.model.snapshot.Meter;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.server.WireClient;
import sim.wire.Hello;
import sim.wire.Sections;
import sim.wire.Wire;
import tools.jackson.databind.JsonNode;

/** Percentiles of meters beside wall time, from the collectors' port through the store to real HTTP. */
@ExtendWith(InAskedServer.class)
class HistogramsHttpTest {
    private static final int CPU = Meter.CPU.ordinal();
    private static final int ALLOC = Meter.ALLOC.ordinal();
    private static final int ROWS = Meter.COUNT + 1;

    private AskedServer server;

    @BeforeEach
    void start(AskedServer served) throws Exception {
        server = served;
    }

    /** outer stands at two places, inner at one; all meters are read; two batches. */
    private void ship() throws Exception {
        try (WireClient client = new WireClient(server.collectorPort())) {
            client.hello(new Hello(Wire.VERSION, "shop", "one", "host", 42, "JVM", Batches.now() - 60_000_000, false,
                    List.of("items", "rows")));
            List<TreeRow> rows = List.of(full(1, 100), full(2, 10), full(3, 1));
            client.ship(Batches.recursion(1).with(Sections.ROWS, rows).with(Sections.HISTOGRAMS,
                    List.of(row(1, CPU, 1_000, 90), row(2, CPU, 50_000, 6), row(3, ALLOC, 4_096, 1),
                            row(3, ROWS, 12, 1))));
            client.ship(Batches.of(2, List.of(), List.of()).with(Sections.HISTOGRAMS,
                    List.of(row(1, CPU, 900_000, 4))));
        }
    }

    @Test
    void eachMeterThatHasOneTellsPercentiles() throws Exception {
        ship();
        JsonNode methods = server.json("methods?sort=method&last=1h").path("methods");
        JsonNode inner = methods.get(0).path("meters");
        JsonNode outer = methods.get(1).path("meters");
        assertThat(percentiles(outer.path("wall"))).isEqualTo(percentiles(methods.get(1).path("wall")));
        // of 100 calls at two places 90 took 1 us, 6 took 50 us and 4, in the next batch, 0.9 ms
        assertThat(outer.path("thread.cpu").path("p50").asDouble()).isCloseTo(1_000, withPercentage(3.2));
        assertThat(outer.path("thread.cpu").path("p95").asDouble()).isCloseTo(50_000, withPercentage(3.2));
        assertThat(outer.path("thread.cpu").path("p99").asDouble()).isCloseTo(900_000, withPercentage(3.2));
        assertThat(outer.path("alloc.bytes").has("p50")).isFalse();
        assertThat(inner.path("alloc.bytes").path("p95").asDouble()).isCloseTo(4_096, withPercentage(3.2));
        assertThat(inner.path("alloc.bytes").path("unit").asString()).isEqualTo("bytes");
        assertThat(percentiles(inner.path("rows"))).containsOnly(12L);
        assertThat(inner.path("items").has("p50")).isFalse();
        JsonNode root = server.json("calltree?last=1h").path("nodes").get(0).path("meters").path("thread.cpu");
        assertThat(root.path("p50").asDouble()).isCloseTo(1_000, withPercentage(3.2));
        assertThat(root.path("p99").asDouble()).as("its second batch").isCloseTo(900_000, withPercentage(3.2));
    }

    @ParameterizedTest
    @CsvSource({"thread.cpu.p99, outer", "alloc.bytes.p50, inner", "rows.p95, inner", "rows.total, outer",
            "wall.p50, outer"})
    void methodsAreSortedByThem(String sort, String first) throws Exception {
        ship();
        assertThat(server.json("methods?last=1h&sort=" + sort).path("methods").get(0).path("method").asString())
                .isEqualTo(first);
    }

    private static List<Long> percentiles(JsonNode of) {
        return List.of(of.path("p50").asLong(), of.path("p95").asLong(), of.path("p99").asLong());
    }

    private static HistogramRow row(int node, int meter, long value, long calls) {
        return new HistogramRow(node, meter, new long[]{Buckets.indexOf(value), calls});
    }

    private static TreeRow full(int node, long calls) {
        long[] values = new long[Meter.COUNT + 2];
        Arrays.fill(values, 1_000_000 * calls);
        return new TreeRow(node, calls, 0, (1 << values.length) - 1, values, values, values,
                new long[]{Buckets.indexOf(1_000_000 * calls), calls});
    }
}
