package sim.collector;

import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import sim.collector.platform.Platform;
import sim.collector.wire.Hello;
import sim.collector.wire.Wire;
import sim.metrics.config.Option;
import sim.metrics.config.Options;
import sim.metrics.meter.Clock;
import sim.metrics.snapshot.Invocations;
import sim.metrics.snapshot.Snapshot;
import sim.metrics.spi.SnapshotSink;
import sim.metrics.spi.SnapshotSource;

/**
 * Takes from the runtime what gathered, every {@code sim.interval} or sooner when a buffer fills, and leaves it in the
 * spool for the shipper. Found by the runtime as a service; works on its own daemon thread {@code sim-collector}.
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

    private SnapshotSource source;
    private Spool spool;
    private Shipper shipper;
    private Thread thread;
    private long intervalNanos;
    private long flushNanos;
    private final Notices notices = new Notices();
    private final Platform platform = new Platform();
    private volatile boolean woken;
    private volatile boolean stopping;
    private volatile boolean drained;

    @Override
    public void start(SnapshotSource from, Options options) {
        source = from;
        spool = new Spool(options.bytes(Option.SPOOL));
        intervalNanos = Math.max(SHORTEST_NANOS, options.duration(Option.INTERVAL).toNanos());
        flushNanos = options.duration(Option.EXIT_FLUSH).toNanos();
        shipper = new Shipper(options.host(Option.SERVER), options.port(Option.SERVER),
                hello(options, from), from, spool, notices);
        thread = daemon(this::collect, "sim-collector");
        thread.start();
        daemon(shipper, "sim-shipper").start();
    }

    @Override
    public void wake() {
        woken = true;
        LockSupport.unpark(thread);
    }

    @Override
    public void stop() {
        long until = System.nanoTime() + flushNanos;
        stopping = true;
        LockSupport.unpark(thread);
        try {
            while (!drained && System.nanoTime() < until) {
                Thread.sleep(5);
            }
            shipper.stop();
            while (!shipper.gaveUp() && System.nanoTime() < until
                    && !spool.awaitEmpty(Math.min(until, System.nanoTime() + 50_000_000))) {
                // until all is stored, the server turns out to be away, or the time is over
            }
        } catch (InterruptedException exit) {
            Thread.currentThread().interrupt();
        }
        if (!spool.isEmpty()) {
            notices.say("flush", "the last measurements could not be shipped before the JVM ended");
        }
    }

    private void collect() {
        long next = System.nanoTime() + intervalNanos;
        long calibration = System.nanoTime() + CALIBRATION_NANOS;
        while (!drained) {
            boolean last = stopping;
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
            boolean everything = last || now >= next;
            try {
                if (everything) {
                    next = now + intervalNanos;
                    drain();
                } else {
                    gather(Math.min(next, now + SHORTEST_NANOS));
                }
            } catch (Throwable failure) {
                notices.say("drain", "the collector failed and goes on: " + failure);
            }
            drained = last;
        }
    }

    /** A ring fills: empties the rings again and again, until there is a parcel of kept calls or the time is over. */
    private void gather(long until) {
        long from = Clock.epochMicros();
        while (!stopping && source.gatherInvocations() < CALLS && System.nanoTime() < until) {
            LockSupport.parkNanos(this, GATHER_NANOS);
        }
        Invocations calls = source.takeInvocations();
        if (!calls.isEmpty()) {
            spool.add(new Parcel(from, Clock.epochMicros(), calls));
        }
    }

    private void drain() {
        Snapshot snapshot = source.drain();
        Map<String, Long> counters = new LinkedHashMap<>(source.counters());
        counters.putAll(spool.dropped());
        counters.put("collector.reconnects", Math.max(0, shipper.connections.get() - 1));
        counters.put("collector.failures", shipper.failures.get());
        int rows = snapshot.rows().size();
        spool.add(
                new Parcel(snapshot.fromMicros(), snapshot.toMicros(), snapshot.rows().subList(0, Math.min(rows, ROWS)),
                        snapshot.invocations(), snapshot.contexts(), snapshot.events(), snapshot.scores(),
                        snapshot.verdicts(),
                        List.of(platform.sample(snapshot.toMicros())), counters));
        for (int from = ROWS; from < rows; from += ROWS) {
            spool.add(new Parcel(snapshot.fromMicros(), snapshot.toMicros(),
                    snapshot.rows().subList(from, Math.min(rows, from + ROWS)), Invocations.NONE, List.of(), List.of(),
                    List.of(), List.of(), List.of(), counters));
        }
    }

    private static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(null, work, name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        return thread;
    }

    private static Hello hello(Options options, SnapshotSource source) {
        RuntimeMXBean jvm = ManagementFactory.getRuntimeMXBean();
        return new Hello(Wire.VERSION, options.text(Option.APPLICATION), UUID.randomUUID().toString(), host(),
                jvm.getPid(),
                jvm.getVmName() + " " + jvm.getVmVersion(), jvm.getStartTime() * 1000,
                options.isOn(Option.HOTSPOT_SHOW),
                source.extraMeters());
    }

    private static String host() {
        String named = System.getenv("HOSTNAME");
        if (named != null && !named.isEmpty()) {
            return named;
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "localhost";
        }
    }
}
