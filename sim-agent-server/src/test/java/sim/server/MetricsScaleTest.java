package sim.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.wire.Batch;
import sim.wire.PlatformMeasure;
import sim.wire.PlatformSample;

/** A hundred instances of an application of 1,200 methods: how large a scrape is, and what becomes of what has no series. */
class MetricsScaleTest {
    private static final int INSTANCES = 100;
    private static final int METHODS = 1_200;
    private static final int SERIES = 1_000;

    @TempDir
    Path folder;

    @Test
    @Tag("long")
    void aScrapeIsBoundAndLeavesNothingOut() throws Exception {
        List<WireClient> clients = new ArrayList<>();
        try (LiveServer server = new LiveServer(folder)) {
            for (int i = 0; i < INSTANCES; i++) {
                WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("shop", "instance-" + i));
                clients.add(client);
                client.ship(batch());
            }
            for (int i = 0; i < 5; i++) { // the first one loads classes
                Scrape.of(server.address(), Scrape.OPEN_METRICS);
            }
            for (WireClient client : clients) { // on a busy machine the first have been silent for longer than an instance counts as there
                client.ship(sign());
            }
            long begin = System.nanoTime();
            Scrape scrape = Scrape.of(server.address(), Scrape.OPEN_METRICS);
            long took = (System.nanoTime() - begin) / 1_000_000;
            int bytes = scrape.text.getBytes(StandardCharsets.UTF_8).length;
            System.out.println("A scrape of " + METHODS + " methods and " + INSTANCES + " instances: " + bytes
                    + " bytes, " + scrape.all().size() + " series, " + took + " ms");
            assertThat(bytes).isLessThan(10 << 20);
            Map<String, Double> calls = new TreeMap<>(scrape.all());
            calls.keySet().removeIf(series -> !series.startsWith("sim_calls_total"));
            assertThat(calls).hasSize(SERIES + 1);
            double all = (double) METHODS * INSTANCES * 3;
            assertThat(calls.values().stream().mapToDouble(Double::doubleValue).sum()).isEqualTo(all);
            assertThat(scrape.value("sim_calls_total{application=\"shop\",class=\"other\",method=\"other\"}"))
                    .isEqualTo((METHODS - SERIES) * INSTANCES * 3);
            assertThat(scrape.value("sim_application_calls_total{application=\"shop\"}")).isEqualTo(all);
            assertThat(scrape.all().keySet().stream().filter(each -> each.startsWith("jvm_threads_current")))
                    .hasSize(INSTANCES);
        } finally {
            for (WireClient client : clients) {
                client.close();
            }
        }
    }

    /** Says that an instance is there. */
    private static Batch sign() {
        return new Batch(2, Batches.now() - 5_000_000, Batches.now(), List.of(), List.of(), List.of(), List.of(),
                List.of(), List.of(), List.of(), List.of(), platform(), Map.of());
    }

    private static List<PlatformSample> platform() {
        Map<String, Double> platform = new TreeMap<>();
        for (PlatformMeasure measure : PlatformMeasure.values()) {
            platform.put(measure.label(), 12_345.0);
        }
        return List.of(new PlatformSample(Batches.now(), platform));
    }

    private static Batch batch() {
        long[] values = new long[Meter.COUNT];
        java.util.Arrays.fill(values, 1_234_567);
        return new Batch(1, Batches.now() - 10_000_000, Batches.now() - 5_000_000,
                IntStream.rangeClosed(1, METHODS)
                        .mapToObj(i -> new NameEntry(i, "com.acme.shop.orders.Service" + i / 10, "method" + i))
                        .toList(),
                IntStream.rangeClosed(1, METHODS).mapToObj(i -> new NodeEntry(i, 0, i)).toList(),
                IntStream.rangeClosed(1, METHODS).mapToObj(i -> new TreeRow(i, 3, 0, (1 << Meter.COUNT) - 1, values,
                        values, values, new long[]{300, 3})).toList(),
                List.of(), List.of(), List.of(), List.of(), List.of(),
                platform(), Map.of());
    }
}
