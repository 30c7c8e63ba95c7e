package sim.collector;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import sim.base.config.Option;
import sim.base.config.Options;
import sim.base.exit.LastWords;
import sim.base.failure.OwnThread;
import sim.base.meter.Clock;
import sim.collector.platform.Telemetries;
import sim.metrics.spi.SnapshotSink;
import sim.metrics.spi.SnapshotSource;
import sim.model.snapshot.HistogramRow;
import sim.model.snapshot.Snapshot;
import sim.model.snapshot.TreeRow;
import sim.wire.Contents;
import sim.wire.Counter;
import sim.wire.OneLine;
import sim.wire.PlatformSample;
import sim.wire.Sections;
import sim.wire.Wire;

/**
 * Drains the runtime every {@code sim.interval}, or sooner when a buffer fills, and puts the parcels into the spool for the
 * shipper. The runtime finds it as a service. It works on its own daemon thread {@code sim-collector}. It announces the
 * application some seconds after its start, or with its first figures if these come before.
 */
public final class Collector implements SnapshotSink {
    /** No two parcels are closer than this, however often a buffer fills, unless the calls kept meanwhile fill one. */
    private static final long SHORTEST_NANOS = 50_000_000;
    /**
     * Kept calls in a parcel. They take about half a megabyte with wall time alone and three with all meters, so they fit into a frame.
     */
    private static final int CALLS = 100_000;
    /** The pause between two rounds that empty rings, while threads fill them: waking the collector costs such a thread microseconds. */
    private static final long GATHER_NANOS = 5_000_000;
    /** When the application is announced where the first interval takes longer. */
    private static final long ANNOUNCED_NANOS = 5_000_000_000L;
    /** The delay of the first calibration, so that it does not delay the application's start. */
    private static final long CALIBRATION_NANOS = 1_000_000_000;
    /** The time until each later calibration, which takes 0.4 to 3 ms. */
    private static final long RECALIBRATION_NANOS = 5_000_000_000L;
    private static final int ROWS = 4_000;
    /** Unless an option says otherwise, the spool may take this part of the heap, 1/16. Merging what waits takes as much again. */
    private static final int HEAP_SHARE = 16;
    /** Attempts of the last drain, if memory is short when the application ends. */
    private static final int LAST_TRIES = 3;
    /** This much of the time for the last shipment, but at most a quarter, is reserved for the counters that go last. */
    private static final long FAREWELL_NANOS = 1_000_000_000;
    private static final String UNSHIPPED = "the last measurements could not be shipped: ";
    private static final String UNASKED = "blocking and waiting are not read: the JVM would ask the program's own SecurityManager. Use java.lang.SecurityManager with a policy, or none";
    /** Said where the collector's thread had no time for its last drain, or failed in it: how many calls that are nobody knows. */
    private static final String UNCOUNTED = "what was metered last, whose calls could not be counted";

    /** Null for TCP to the server that the options name. */
    private final Transport transport;
    private SnapshotSource source;
    private Spool spool;
    /** Null where nothing is shipped: {@code server=none}. */
    private Shipper shipper;
    private Thread thread;
    private Thread shipping;
    private Options options;
    /** What Prometheus scrapes. The collector's thread makes it, so that the application's start does not wait; null if nothing is scraped. */
    private volatile PrometheusPage prometheus;
    private long intervalNanos;
    private long flushNanos;
    private final Notices notices = new Notices();
    /** When the next drain and the next calibration are due, by {@link System#nanoTime}. Only the collector's thread uses them. */
    private long next;
    private long calibration;
    private long announcement;
    private boolean isAnnounced;
    /** Only the collector's thread uses it. */
    private Telemetries telemetries;
    private final AtomicLong telemetriesFailed = new AtomicLong();
    private volatile boolean woken;
    private volatile boolean stopping;
    /**
     * Taken from the runtime and not in the spool yet. If a round fails, the next one continues with it. Only the collector's thread uses
     * it.
     */
    private Snapshot taken;
    /** The same of the runtime's features, such as payload probes. */
    private Snapshot takenOfFeatures;
    private final Deque<Parcel> made = new ArrayDeque<>();
    /** Whether the last drain has succeeded, so that everything is in the spool. */
    private volatile boolean finished;
    /** Whether all that was metered was taken from the runtime. Whoever waited for the collector's thread may read it, and what follows. */
    private boolean drained;
    /** When that was. */
    private long drainedMicros;
    /** What the last drain failed of; null if it did not. */
    private volatile Throwable broken;
    /** The rounds of the collector's thread, made while the application starts: later there may be no memory to make them. */
    private final Undying.Round opening = this::open;
    private final Undying.Round announcing = this::announce;
    private final Undying.Round looking = this::look;
    private final Undying.Round turning = this::turn;
    private final Undying.Round ending = () -> drain(true);
    private final Consumer<Throwable> failed = this::failed;
    /** The same for what is needed at the end: a SecurityManager of the program may refuse to make it then. */
    private final Supplier<Parcel> farewell = this::farewell;

    /** Makes a collector that ships over TCP to the agent server that {@code server=} names. */
    public Collector() {
        this(null);
    }

    /** Makes a collector that ships over another transport, for a sink of that transport. */
    public Collector(Transport transport) {
        this.transport = transport;
    }

    @Override
    public void start(SnapshotSource from, Options with) {
        source = from;
        options = with;
        spool = new Spool(options.memory(Option.SPOOL, HEAP_SHARE));
        intervalNanos = Math.max(SHORTEST_NANOS, options.duration(Option.INTERVAL).toNanos());
        flushNanos = options.duration(Option.EXIT_FLUSH).toNanos();
        boolean ships = transport != null || !options.text(Option.SERVER).equals(Options.NO_SERVER);
        if (ships) { // before any thread starts: what throws here leaves none, and the collector's thread sees the shipper
            shipper = new Shipper(transport == null ? new TcpTransport(options) : transport, options, from, spool,
                    notices);
            shipping = OwnThread.of(shipper, "sim-shipper");
        }
        thread = OwnThread.of(this::collect, "sim-collector");
        thread.start();
        if (ships) {
            shipping.start();
        }
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
        String ending = null;
        try {
            await(thread, until);
            if (shipper != null) {
                shipper.stop(until - Math.min(flushNanos / 4, FAREWELL_NANOS), until);
                // until everything is stored, a server that never was there proves to be away, or the time is over
                LockSupport.unpark(shipping);
                await(shipping, until);
            }
        } catch (InterruptedException exit) {
            Thread.currentThread().interrupt();
            ending = "the thread that waited for it was interrupted";
        } finally {
            if (prometheus != null) {
                prometheus.close();
            }
        }
        boolean shipped = finished && (shipper == null || spool.isEmpty());
        if (!shipped) {
            LastWords.say(loss(ending));
        }
        return shipped;
    }

    /**
     * What is lost, and why, in one line. Both are whole, also where that is longer than a screen: nothing says either again. To count it may be refused by a SecurityManager of the program, or
     * memory may be short.
     *
     * @param interrupted why nobody waited longer; null for the time
     */
    String loss(String interrupted) {
        try {
            return OneLine.of(lost(interrupted != null
                    ? interrupted
                    : "the time of exit.flush (" + flushNanos / 1_000_000 + " ms) was over"), Notices.LONGEST);
        } catch (Throwable failure) {
            return UNSHIPPED + UNCOUNTED + ": " + failure.getClass().getName();
        }
    }

    private String lost(String ending) {
        Throwable failure = broken;
        String why = finished || failure == null ? ending : "the last drain failed: " + failure;
        if (shipper == null) {
            return UNCOUNTED + " and is counted nowhere; " + why;
        }
        String trouble = shipper.trouble();
        boolean isAllTaken = finished;
        String left;
        if (thread.isAlive()) { // it goes on, and changes what it holds
            left = spool.left(List.of());
        } else {
            left = spool.left(held());
            isAllTaken |= drained;
        }
        String gone = spool.goneUntold();
        if (!gone.isEmpty()) {
            left += (left.isEmpty() ? "" : ", and ") + gone + " were dropped before";
        }
        String what = isAllTaken
                ? UNSHIPPED + (left.isEmpty() ? "no calls, but the last counters" : left)
                : UNSHIPPED + (left.isEmpty() ? "" : left + ", and ") + UNCOUNTED
                        + (failure == null || trouble == null ? "" : ", because the last drain failed: " + failure);
        return what + "; " + (trouble != null ? trouble : why);
    }

    /** What the collector's thread, which has ended, had taken and not put into the spool. */
    private Collection<Parcel> held() {
        makeParcelOfFeatures();
        if (taken != null) {
            makeParcels(taken, List.of(), List.of());
        }
        return made;
    }

    /** Whether one of its threads is alive. */
    boolean isAtWork() {
        return thread.isAlive() || shipper != null && shipping.isAlive();
    }

    private static void await(Thread thread, long until) throws InterruptedException {
        thread.join(Math.max(1, (until - System.nanoTime()) / 1_000_000));
    }

    private void collect() {
        Undying.round(opening, failed);
        next = System.nanoTime() + intervalNanos;
        // a policy is for a SecurityManager that main may set, and that one may refuse the connection
        announcement = System.getProperty("java.security.policy") != null
                ? System.nanoTime()
                : Math.min(next, System.nanoTime() + ANNOUNCED_NANOS);
        calibration = System.nanoTime() + CALIBRATION_NANOS;
        while (!stopping) {
            Undying.round(looking, failed);
            Undying.round(turning, failed);
        }
        broken = null;
        for (int i = 0; i < LAST_TRIES && !finished; i++) {
            Undying.round(ending, failed);
        }
    }

    private void failed(Throwable failure) {
        broken = failure;
        notices.say("drain", "the collector failed and continues: " + failure);
    }

    private void turn() {
        long now = System.nanoTime();
        if (!isAnnounced && now >= announcement) {
            isAnnounced = true;
            if (now < next) {
                Undying.round(announcing, failed);
            }
        } else if (now >= calibration) {
            calibration = now + RECALIBRATION_NANOS;
            source.calibrate();
        } else if (!woken && now < next) {
            long soon = isAnnounced ? next : announcement;
            LockSupport.parkNanos(this, Math.min(soon, calibration) - now);
        } else {
            woken = false;
            if (now >= next) {
                next = now + intervalNanos;
                drain(false);
            } else {
                gather(Math.min(next, now + SHORTEST_NANOS));
            }
        }
    }

    private void look() {
        long now = System.nanoTime();
        if (shipper != null) {
            shipper.look(now);
        }
    }

    /**
     * Empties the rings again and again, until there is a parcel of kept calls or the time is over. Called when a ring fills, or contexts
     * take much memory.
     */
    private void gather(long until) {
        spoolTaken();
        long from = Clock.epochMicros();
        while (!stopping && source.gatherInvocations() < CALLS && System.nanoTime() < until) {
            LockSupport.parkNanos(this, GATHER_NANOS);
        }
        taken = source.takeKept(from);
        if (taken.isEmpty()) {
            taken = null;
        }
        spoolTaken();
        takeOfFeatures(from, Clock.epochMicros());
        spoolTaken();
    }

    private void open() {
        if (!options.text(Option.PROMETHEUS).isEmpty()) {
            prometheus = new PrometheusPage(options, source, notices);
        }
    }

    /**
     * Announces the application by a sample of the platform alone, where the first interval takes long. Not at once: the JDK asks for many a setting
     * when it is first used, of the network above all, and a program may still make them in {@code main}.
     */
    private void announce() {
        long now = Clock.epochMicros();
        spool.add(new Parcel(now, now, Contents.NONE.with(Sections.PLATFORM, sample(now))
                .with(Sections.COUNTERS, counters(false))));
    }

    /** A sample of the platform; none if the JVM gives none, which stops nothing else. */
    private List<PlatformSample> sample(long micros) {
        try {
            if (telemetries == null) {
                telemetries = new Telemetries(telemetriesFailed, line -> notices.say("telemetries", line),
                        line -> notices.say("threads", line));
            }
            List<PlatformSample> read = new ArrayList<>();
            source.unmetered(() -> read.add(telemetries.sample(micros)));
            return read;
        } catch (Throwable failure) {
            notices.say("platform", "the platform's measures cannot be taken: " + failure);
            return List.of();
        }
    }

    /**
     * @param ending whether they are part of the last shipment
     */
    private List<Counter> counters(boolean ending) {
        Map<String, Long> counts = new LinkedHashMap<>(source.counters());
        counts.putAll(spool.dropped());
        if (shipper != null) {
            counts.put("collector.reconnects", Math.max(0, shipper.connections.get() - 1));
            counts.put("collector.failures", shipper.failures.get());
            counts.put("collector.waits", shipper.waits.get());
            counts.put("collector.aside", shipper.aside.get());
            counts.put("collector.unsendable", shipper.unsendable.get());
        }
        if (prometheus != null) {
            counts.put("prometheus.failures", prometheus.failures());
        }
        counts.put("telemetries.failures", telemetriesFailed.get());
        String givenUp = GivenUp.line(counts, options.heap(), options.text(Option.MEMORY));
        if (givenUp != null) {
            notices.say("given up", givenUp);
        }
        sayUnasked(counts);
        if (ending) {
            counts.put(Wire.ENDED, 1L);
        }
        List<Counter> counters = new ArrayList<>();
        counts.forEach((kind, count) -> counters.add(new Counter(kind, count)));
        return counters;
    }

    private void sayUnasked(Map<String, Long> counts) {
        if (counts.containsKey("contention.unread")) {
            notices.say("contention", UNASKED);
        }
    }

    private void drain(boolean ending) {
        spoolTaken();
        taken = source.drain();
        takeOfFeatures(taken.fromMicros(), taken.toMicros());
        drained = ending;
        makeParcels(taken, sample(taken.toMicros()), ending ? List.of() : counters(false));
        if (!ending) {
            spoolTaken();
        } else if (shipper == null) {
            spoolTaken();
            finished = true;
        } else {
            drainedMicros = Clock.epochMicros();
            spool.finish(made, farewell);
            finished = true;
            sayUnasked(source.counters()); // those of the farewell are asked for only if a server takes them
        }
    }

    private Parcel farewell() {
        return new Parcel(drainedMicros, drainedMicros, Contents.NONE.with(Sections.COUNTERS, counters(true)));
    }

    /** Puts what was taken, in this round or in one that failed, into the spool. */
    private void spoolTaken() {
        makeParcelOfFeatures();
        if (taken != null) {
            makeParcels(taken, List.of(), List.of());
        }
        for (Parcel parcel = made.peek(); parcel != null; parcel = made.peek()) {
            if (shipper != null) {
                spool.add(parcel);
            }
            made.remove();
            if (prometheus != null) {
                prometheus.count(parcel.contents);
            }
        }
    }

    /**
     * Divides a snapshot into parcels. Counters go with the last parcel, because they are right once everything before has arrived. At
     * the end the spool adds them.
     */
    private void makeParcels(Snapshot of, List<PlatformSample> samples, List<Counter> counters) {
        Contents contents = Contents.of(of).with(Sections.PLATFORM, samples);
        List<TreeRow> rows = of.rows();
        List<HistogramRow> histograms = of.histograms();
        List<Parcel> parcels = new ArrayList<>();
        int last = Math.max(0, Math.max(rows.size(), histograms.size()) - 1) / ROWS * ROWS;
        for (int row = 0; row <= last; row += ROWS) {
            parcels.add(new Parcel(of.fromMicros(), of.toMicros(), contents.with(Sections.ROWS, part(rows, row))
                    .with(Sections.HISTOGRAMS, part(histograms, row))
                    .with(Sections.COUNTERS, row == last ? counters : List.of())));
            contents = Contents.NONE;
        }
        made.addAll(parcels);
        taken = null;
    }

    private static <T> List<T> part(List<T> all, int from) {
        return all.subList(Math.min(from, all.size()), Math.min(from + ROWS, all.size()));
    }

    private void takeOfFeatures(long from, long to) {
        takenOfFeatures = source.drainFeatures(from, to);
        makeParcelOfFeatures();
    }

    /** Puts what the features gathered into a parcel of its own, because it may be large. */
    private void makeParcelOfFeatures() {
        Snapshot of = takenOfFeatures;
        if (of == null) {
            return;
        }
        Contents contents = Contents.of(of);
        if (!contents.isEmpty()) {
            made.add(new Parcel(of.fromMicros(), of.toMicros(), contents));
        }
        takenOfFeatures = null;
    }
}
