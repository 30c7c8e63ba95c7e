package sim.collector;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import sim.collector.platform.Platform;
import sim.collector.wire.Contents;
import sim.collector.wire.Counter;
import sim.collector.wire.Sections;
import sim.collector.wire.Wire;
import sim.metrics.config.Option;
import sim.metrics.config.Options;
import sim.metrics.meter.Clock;
import sim.metrics.snapshot.ContextRecord;
import sim.metrics.snapshot.HistogramRow;
import sim.metrics.snapshot.Invocations;
import sim.metrics.snapshot.Snapshot;
import sim.metrics.snapshot.TreeRow;
import sim.metrics.spi.SnapshotSink;
import sim.metrics.spi.SnapshotSource;

/**
 * Takes from the runtime what gathered, every {@code sim.interval} or sooner when a buffer fills, and leaves it in the
 * spool for the shipper. Found by the runtime as a service; works on its own daemon thread {@code sim-collector}. It
 * announces the application while it starts: whoever looks sees it at once, and what a short program leaves at its end goes
 * a way that is there already.
 */
public final class Collector implements SnapshotSink {
    /** No two parcels are closer than this, however often a buffer fills, unless the calls kept meanwhile fill one. */
    private static final long SHORTEST_NANOS = 50_000_000;
    /** Some half a megabyte of wall time alone, three with all meters: it fits into a frame. */
    private static final int CALLS = 100_000;
    /** Threads that fill rings are seen again so soon: a waking costs one of them microseconds. */
    private static final long GATHER_NANOS = 5_000_000;
    /** When the application has started and is not held up. */
    private static final long CALIBRATION_NANOS = 1_000_000_000;
    /** Then again after so long: 0.4 to 3 ms each. */
    private static final long RECALIBRATION_NANOS = 5_000_000_000L;
    private static final int ROWS = 4_000;
    /** Of the time for the last shipment so much, or a quarter, is for the counters that go last. */
    private static final long FAREWELL_NANOS = 1_000_000_000;

    private SnapshotSource source;
    private Spool spool;
    private Shipper shipper;
    private Thread thread;
    private Thread shipping;
    private long intervalNanos;
    private long flushNanos;
    private final Notices notices = new Notices();
    /** The collector's thread's own. */
    private Platform platform;
    private volatile boolean woken;
    private volatile boolean stopping;

    @Override
    public void start(SnapshotSource from, Options options) {
        source = from;
        spool = new Spool(options.bytes(Option.SPOOL));
        intervalNanos = Math.max(SHORTEST_NANOS, options.duration(Option.INTERVAL).toNanos());
        flushNanos = options.duration(Option.EXIT_FLUSH).toNanos();
        shipper = new Shipper(options.host(Option.SERVER), options.port(Option.SERVER),
                options, from, spool, notices);
        thread = daemon(this::collect, "sim-collector");
        shipping = daemon(shipper, "sim-shipper");
        thread.start();
        shipping.start();
    }

    @Override
    public void wake() {
        woken = true;
        LockSupport.unpark(thread);
    }

    @Override
    public boolean stop() {
        long until = System.nanoTime() + flushNanos;
        stopping = true;
        LockSupport.unpark(thread);
        try {
            await(thread, until);
            shipper.stop(until - Math.min(flushNanos / 4, FAREWELL_NANOS));
            // until all is stored, the server turns out to be away, or the time is over
            LockSupport.unpark(shipping);
            await(shipping, until);
        } catch (InterruptedException exit) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive() && spool.isEmpty();
    }

    /** Whether one of its threads is. */
    boolean isAtWork() {
        return thread.isAlive() || shipping.isAlive();
    }

    private static void await(Thread thread, long until) throws InterruptedException {
        thread.join(Math.max(1, (until - System.nanoTime()) / 1_000_000));
    }

    private void collect() {
        platform = new Platform();
        attempt(this::announce);
        long next = System.nanoTime() + intervalNanos;
        long calibration = System.nanoTime() + CALIBRATION_NANOS;
        boolean last = false;
        while (!last) {
            last = stopping;
            long now = System.nanoTime();
            if (!last && now >= calibration) {
                source.calibrate();
                calibration = now + RECALIBRATION_NANOS;
                continue;
            }
            if (!last && !woken && now < next) {
                LockSupport.parkNanos(this, Math.min(next, calibration) - now);
                continue;
            }
            woken = false;
            if (last || now >= next) {
                next = now + intervalNanos;
                boolean ending = last;
                attempt(() -> drain(ending));
            } else {
                long until = Math.min(next, now + SHORTEST_NANOS);
                attempt(() -> gather(until));
            }
        }
    }

    /** A ring fills, or much memory is contexts': empties the rings again and again, until there is a parcel of kept calls or the time is over. */
    private void gather(long until) {
        long from = Clock.epochMicros();
        while (!stopping && source.gatherInvocations() < CALLS && System.nanoTime() < until) {
            LockSupport.parkNanos(this, GATHER_NANOS);
        }
        Invocations calls = source.takeInvocations();
        List<ContextRecord> contexts = source.takeContexts();
        if (!calls.isEmpty() || !contexts.isEmpty()) {
            spool.add(new Parcel(from, Clock.epochMicros(), Contents.NONE.with(Sections.INVOCATIONS, calls)
                    .with(Sections.CONTEXTS, contexts)));
        }
    }

    private void attempt(Runnable round) {
        try {
            round.run();
        } catch (Throwable failure) {
            notices.say("drain", "the collector failed and goes on: " + failure);
        }
    }

    /** A sample of the platform alone: nothing is drained before the first interval is over. */
    private void announce() {
        long now = Clock.epochMicros();
        spool.add(new Parcel(now, now, Contents.NONE.with(Sections.PLATFORM, List.of(platform.sample(now)))
                .with(Sections.COUNTERS, counters(false))));
    }

    /** @param ending whether they go with the last that is ever shipped */
    private List<Counter> counters(boolean ending) {
        Map<String, Long> counts = new LinkedHashMap<>(source.counters());
        counts.putAll(spool.dropped());
        counts.put("collector.reconnects", Math.max(0, shipper.connections.get() - 1));
        counts.put("collector.failures", shipper.failures.get());
        counts.put("collector.aside", shipper.aside.get());
        counts.put("collector.unsendable", shipper.unsendable.get());
        if (ending) {
            counts.put(Wire.ENDED, 1L);
        }
        List<Counter> counters = new ArrayList<>();
        counts.forEach((kind, count) -> counters.add(new Counter(kind, count)));
        return counters;
    }

    /** Counters go with the last part: they are told when all is. At the end that is a part of its own, behind kept calls. */
    private void drain(boolean ending) {
        Snapshot snapshot = source.drain();
        long from = snapshot.fromMicros();
        long to = snapshot.toMicros();
        Contents contents = Contents.NONE.with(Sections.INVOCATIONS, snapshot.invocations())
                .with(Sections.CONTEXTS, snapshot.contexts()).with(Sections.KINDS, snapshot.kinds())
                .with(Sections.EVENTS, snapshot.events())
                .with(Sections.SCORES, snapshot.scores()).with(Sections.VERDICTS, snapshot.verdicts())
                .with(Sections.PLATFORM, List.of(platform.sample(to)));
        List<Counter> counters = ending ? List.of() : counters(false);
        List<TreeRow> rows = snapshot.rows();
        List<HistogramRow> histograms = snapshot.histograms();
        int last = Math.max(0, Math.max(rows.size(), histograms.size()) - 1) / ROWS * ROWS;
        for (int row = 0; row <= last; row += ROWS) {
            spool.add(new Parcel(from, to, contents.with(Sections.ROWS, part(rows, row))
                    .with(Sections.HISTOGRAMS, part(histograms, row))
                    .with(Sections.COUNTERS, row == last ? counters : List.of())));
            contents = Contents.NONE;
        }
        if (ending) {
            spool.finish(() -> new Parcel(to, to, Contents.NONE.with(Sections.COUNTERS, counters(true))));
        }
    }

    private static <T> List<T> part(List<T> all, int from) {
        return all.subList(Math.min(from, all.size()), Math.min(from + ROWS, all.size()));
    }

    static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(null, work, name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        return thread;
    }
}
