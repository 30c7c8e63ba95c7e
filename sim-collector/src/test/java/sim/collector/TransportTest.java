package sim.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.base.config.Options;
import sim.metrics.probe.Metering;
import sim.metrics.probe.ProbeSite;
import sim.model.snapshot.NameEntry;
import sim.wire.Batch;
import sim.wire.FrameReader;
import sim.wire.Hello;
import sim.wire.WireFrame;

/** The real collector ships another way than TCP. */
class TransportTest {
    @TempDir
    Path folder;

    @Test
    void everyCallArrivesOnceByAnyTransport() throws Exception {
        FileTransport transport = new FileTransport(folder.resolve("frames"));
        transport.breaks = 2;
        Options options = Options.load("application=shop,interval=50ms,hotspot.enabled=false", new Properties());
        Metering metering = new Metering(options);
        Collector collector = new Collector(transport);
        collector.start(metering, options);
        call(metering, "first", 1_000);
        await().until(() -> transport.breaks == 0);
        call(metering, "second", 500);
        assertThat(collector.stop()).isTrue();
        await().until(() -> transport.isClosed);

        List<Hello> hellos = new ArrayList<>();
        List<Batch> batches = new ArrayList<>();
        try (InputStream in = Files.newInputStream(folder.resolve("frames"))) {
            FrameReader reader = new FrameReader(in);
            for (WireFrame frame = reader.read(); frame != null; frame = reader.read()) {
                if (frame instanceof Hello hello) {
                    hellos.add(hello);
                } else {
                    batches.add((Batch) frame);
                }
            }
        }
        assertThat(hellos).hasSize(3).extracting(Hello::application).containsOnly("shop");
        assertThat(hellos).extracting(Hello::host).containsOnly("this file");
        assertThat(batches).extracting(Batch::sequence).isSorted().doesNotHaveDuplicates();
        assertThat(batches.stream().flatMap(batch -> batch.rows().stream()).mapToLong(row -> row.count()).sum())
                .isEqualTo(1_500);
        assertThat(batches.stream().flatMap(batch -> batch.names().stream()).map(NameEntry::member))
                .contains("first", "second").doesNotHaveDuplicates();
    }

    private static void call(Metering metering, String member, int times) {
        ProbeSite site = metering.site("test", member);
        for (int i = 0; i < times; i++) {
            site.begin();
            site.end();
        }
    }
}
