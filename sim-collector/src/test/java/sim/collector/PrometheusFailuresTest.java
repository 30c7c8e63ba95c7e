package sim.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import sim.base.config.Options;
import sim.metrics.spi.Dictionary;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.wire.Contents;

/** What is scraped, of a program whose memory is so short that there is none for a line either. */
class PrometheusFailuresTest {
    @Test
    void whatCannotBeCountedIsAFailureAndEndsNothing() throws Exception {
        Options options;
        try (ServerSocket free = new ServerSocket(0)) {
            options = Options.load("prometheus=" + free.getLocalPort(), new Properties());
        }
        PrometheusPage page = new PrometheusPage(options, new Full(), new Notices());
        try {
            page.count(Contents.NONE);
            assertThat(page.failures()).isEqualTo(1);
        } finally {
            page.close();
        }
    }

    private static final class Full implements Dictionary {
        @Override
        public List<NameEntry> namesAfter(int id) {
            return List.of();
        }

        @Override
        public List<NodeEntry> nodesAfter(int id) {
            throw new OutOfMemoryError() {
                @Override
                public String toString() {
                    throw this;
                }
            };
        }

        @Override
        public List<String> extraMeters() {
            return List.of();
        }

        @Override
        public Map<String, Long> counters() {
            return Map.of();
        }
    }
}
