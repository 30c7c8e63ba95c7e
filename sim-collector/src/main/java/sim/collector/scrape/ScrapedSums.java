package sim.collector.scrape;

import java.lang.management.ManagementFactory;
import java.util.List;
import sim.metrics.spi.Dictionary;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.wire.Contents;
import sim.wire.Sections;
import sim.wire.totals.ApplicationSeries;
import sim.wire.totals.ApplicationTotals;
import sim.wire.totals.InstanceTotals;
import sim.wire.totals.PlatformSeries;
import sim.wire.totals.SeriesBounds;
import sim.wire.totals.SeriesLabels;

/**
 * What this program came to since it started. The collector's thread adds what it drained; the thread that is scraped reads. The bounds are
 * those of the agent server: a method with a series takes 0.5 KB, any other name 0.2 KB.
 */
public final class ScrapedSums {
    private static final int MOST_METHODS = 1_000;
    private static final int MOST_NAMES = 20_000;
    /** Bytes of heap for which one is allowed: fewer on a small heap. */
    private static final int HEAP_A_METHOD = 64 << 10;
    private static final int HEAP_A_NAME = 4 << 10;
    private static final long RELIST_MILLIS = 60_000;

    private final Dictionary dictionary;
    private final ApplicationTotals application;
    private final InstanceTotals instance;
    private int lastName;
    private int lastNode;
    private long relisted = System.currentTimeMillis();

    /** @param heap the heap in bytes by which bounds go */
    public ScrapedSums(String application, Dictionary dictionary, long heap) {
        this.dictionary = dictionary;
        int methods = (int) Math.min(MOST_METHODS, Math.max(1, heap / HEAP_A_METHOD));
        int names = (int) Math.min(MOST_NAMES, Math.max(1, heap / HEAP_A_NAME));
        this.application = new ApplicationTotals(application, SeriesBounds.ofOne(methods), names, relisted);
        this.instance = new InstanceTotals("", application);
        instance.placed();
    }

    /** Adds what was drained, once. */
    public synchronized void count(Contents drained) {
        long now = System.currentTimeMillis();
        // nodes first, so that the name of each is surely among the names
        List<NodeEntry> nodes = dictionary.nodesAfter(lastNode);
        List<NameEntry> names = dictionary.namesAfter(lastName);
        instance.extraMeters(dictionary.extraMeters());
        application.count(instance, drained.with(Sections.NAMES, names).with(Sections.NODES, nodes), now);
        lastName = names.isEmpty() ? lastName : names.get(names.size() - 1).id();
        lastNode = nodes.isEmpty() ? lastNode : nodes.get(nodes.size() - 1).id();
        if (now - relisted >= RELIST_MILLIS) {
            relisted = now;
            application.relist(now);
        }
    }

    /** All of it as text. The lock is held while it is formatted, and not while it is sent. */
    MetricsText text(boolean isOpen) {
        long started = ManagementFactory.getRuntimeMXBean().getStartTime();
        MetricsText text = new MetricsText(isOpen);
        synchronized (this) {
            instance.startMicros(started * 1_000);
            new ApplicationSeries(text).add(application);
            PlatformSeries platform = new PlatformSeries(text);
            platform.add(instance, SeriesLabels.of("application", instance.application()), System.currentTimeMillis());
            platform.end();
        }
        return text;
    }
}
