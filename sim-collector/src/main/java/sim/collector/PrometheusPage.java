package sim.collector;

import java.util.concurrent.atomic.AtomicLong;
import sim.base.config.Option;
import sim.base.config.Options;
import sim.collector.scrape.ScrapeServer;
import sim.collector.scrape.ScrapedSums;
import sim.metrics.spi.Dictionary;
import sim.wire.Contents;

/**
 * What Prometheus scrapes from this program itself. The collector's thread counts what it drained; whatever fails here is counted, and
 * keeps nothing from being shipped.
 */
final class PrometheusPage {
    private final ScrapedSums sums;
    private final ScrapeServer server;
    private final AtomicLong failures = new AtomicLong();
    private final Notices notices;

    PrometheusPage(Options options, Dictionary dictionary, Notices notices) {
        this.notices = notices;
        sums = new ScrapedSums(options.text(Option.APPLICATION), dictionary, options.heap());
        server = new ScrapeServer(options.host(Option.PROMETHEUS), options.port(Option.PROMETHEUS), sums,
                line -> notices.say("prometheus.port", line), this::failed);
        server.start();
    }

    /** Counts what was drained, once. */
    void count(Contents drained) {
        try {
            sums.count(drained);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    private void failed(Throwable failure) {
        failures.incrementAndGet();
        try {
            notices.say("prometheus",
                    "a part of what Prometheus scrapes is missing; it is counted as prometheus.failures: " + failure);
        } catch (Throwable full) {
            // no memory for a line, or the stack is full; it is counted
        }
    }

    long failures() {
        return failures.get();
    }

    void close() {
        server.close();
    }
}
