package sim.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.collector.wire.Batch;
import sim.collector.wire.Sections;
import sim.metrics.snapshot.Meter;
import sim.metrics.snapshot.Buckets;
import sim.metrics.snapshot.HistogramRow;
import sim.metrics.snapshot.TreeRow;
import sim.server.Batches;
import sim.server.LiveServer;
import sim.server.Traces;
import sim.server.WireClient;

/** {@code sim top} against a real agent server that hears of one application and then of two. */
class TopCommandIT {
    @TempDir
    Path folder;

    private LiveServer server;

    @BeforeEach
    void serve() throws Exception {
        server = new LiveServer(folder);
        ship("front", Traces.front(1));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void oneApplicationNeedsNoName() throws Exception {
        SimProcess top = top();
        assertThat(top.exit()).as(top.err()).isZero();
        assertThat(names(top)).containsExactly("method", "Orders.place", "Orders.price", "requests:");
    }

    @Test
    void ofSeveralEachHasATableOrTheOneThatIsNamed() throws Exception {
        ship("back", Traces.back(1));
        SimProcess top = top();
        assertThat(top.exit()).as(top.err()).isZero();
        assertThat(names(top)).containsExactly("back:", "method", "Warehouse.reserve", "requests:", "",
                "front:", "method", "Orders.place", "Orders.price", "requests:");
        assertThat(names(top("--application", "back"))).containsExactly("method", "Warehouse.reserve", "requests:");
        assertThat(top("--application", "middle").err()).isEqualTo(
                "sim: --application middle: one of back, front" + System.lineSeparator());
    }

    @Test
    void metersWithHistogramsHaveAColumnEach() throws Exception {
        assertThat(top().out()).doesNotContain("thread.cpu p95");
        long[] values = Batches.meters(16_000_000, 8_000_000);
        ship("back",
                Traces.back(1).with(Sections.ROWS,
                        List.of(new TreeRow(1, 4, 0, Meter.WALL.bit() | Meter.CPU.bit(), values, values, values,
                                new long[]{Buckets.indexOf(4_000_000), 4})))
                        .with(Sections.HISTOGRAMS, List.of(new HistogramRow(1, Meter.CPU.ordinal(),
                                new long[]{Buckets.indexOf(1_000_000), 3, Buckets.indexOf(3_000_000), 1}))));
        String[] lines = top("--application", "back").out().split("\\R");
        assertThat(lines[0]).endsWith("thread.cpu p95");
        assertThat(lines[1]).contains("Warehouse.reserve").matches(".* (2\\.9|3\\.0).ms");
    }

    private void ship(String application, Batch batch) throws Exception {
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello(application, application))) {
            client.ship(batch);
        }
    }

    private SimProcess top(String... more) throws Exception {
        String address = server.address();
        List<String> command = new ArrayList<>(
                List.of("top", "--server", address.substring("http://".length(), address.length() - 1), "--last",
                        "1h"));
        command.addAll(List.of(more));
        return SimProcess.run(command);
    }

    /** The first word of each line. */
    private static List<String> names(SimProcess top) {
        return top.out().lines().map(line -> line.split(" ")[0]).toList();
    }
}
