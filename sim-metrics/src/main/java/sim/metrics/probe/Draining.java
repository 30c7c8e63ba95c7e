package sim.metrics.probe;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import sim.base.event.Bounded;
import sim.base.meter.Clock;
import sim.base.meter.ThreadMeters;
import sim.context.ContextRegistry;
import sim.context.Values;
import sim.metrics.hotspot.Firings;
import sim.metrics.hotspot.Hotspot;
import sim.metrics.hotspot.Interval;
import sim.metrics.hotspot.Prices;
import sim.metrics.tree.CallTree;
import sim.metrics.tree.Gathering;
import sim.metrics.weaving.WeavingReport;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.EventRecord;
import sim.model.snapshot.FailureRecord;
import sim.model.snapshot.HistogramRow;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.InvocationPacker;
import sim.model.snapshot.Invocations;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.Score;
import sim.model.snapshot.Snapshot;
import sim.model.snapshot.StackRecord;
import sim.model.snapshot.TreeRow;
import sim.model.snapshot.Verdict;

/**
 * Takes snapshots of the runtime, one part after the other. It keeps the parts until the snapshot is complete. If a part fails, mostly
 * because memory is short, the next call continues with that part, so that no number is lost. Only the collector's thread uses it.
 */
final class Draining {
    /** The event for a class that could not be woven. */
    private static final String UNWOVEN = "sim.weaving.failed";
    private static final int WALL = Meter.WALL.ordinal();

    private final Threads threads;
    private final CallTree tree;
    private final ContextRegistry contexts;
    private final WeavingReport weaving;
    private final int valueLength;
    /** What is done for a snapshot, in this order. */
    private final List<Runnable> parts;
    private final InvocationPacker kept = new InvocationPacker();
    /** How many parts were taken. Their results follow. */
    private int taken;
    private Gathering gathering;
    /** The time that the gathered calls took to be metered, without slow readings, ns. */
    private long metering;
    private Invocations calls;
    private final List<Gathered<?>> lists = new ArrayList<>();
    private final Gathered<ContextRecord> records = list(ContextRecord.class);
    private final Gathered<EventRecord> events = list(EventRecord.class);
    private final Gathered<Score> scores = list(Score.class);
    private final Gathered<Verdict> verdicts = list(Verdict.class);
    private final Gathered<FailureRecord> failures = list(FailureRecord.class);
    private final Gathered<StackRecord> stacks = list(StackRecord.class);
    private List<WeavingReport.Unwoven> unwoven = List.of();
    private boolean isRehearsal;
    /** The least that the calibration found for a call of each sort, ns; 0 before it ran: what a busy machine adds to one of them is no reason to prefer another. */
    private long leastAll;
    private long leastQuick;
    private long leastLeftOut;
    /** When the probe budget was last kept, by {@link System#nanoTime}. */
    private long budgetedAt = System.nanoTime();
    private volatile long drainedMicros = Clock.epochMicros();

    Draining(Threads threads, CallTree tree, ContextRegistry contexts, Bounded<EventRecord> fired,
            WeavingReport weaving,
            int valueLength) {
        this.threads = threads;
        this.tree = tree;
        this.contexts = contexts;
        this.weaving = weaving;
        this.valueLength = valueLength;
        this.gathering = new Gathering(threads.plan.width);
        this.parts = List.of(this::retry, this::takeNumbers, this::settlePlaces, this::takeCalls,
                fill(records, contexts::drain),
                fill(list(KindRecord.class), contexts::drainKinds),
                fill(events, fired::drain),
                this::takeUnwoven, this::judge, this::takeScores, this::takeVerdicts, this::takeFailures);
    }

    /** A list of each snapshot. */
    private <E> Gathered<E> list(Class<E> type) {
        Gathered<E> list = new Gathered<>(type);
        lists.add(list);
        return list;
    }

    /** The part that fills a list: the source adds what is new to it, and keeps nothing of that. */
    private static <E> Runnable fill(Gathered<E> list, Consumer<List<E>> source) {
        return () -> source.accept(list.now);
    }

    /** When the last complete snapshot was taken, in microseconds since the epoch. */
    long drainedMicros() {
        return drainedMicros;
    }

    /** Everything since the last snapshot. */
    Snapshot all() {
        Clock.synchronise();
        while (taken < parts.size()) {
            parts.get(taken).run();
            taken++;
        }
        long from = drainedMicros;
        long to = Math.max(from, Clock.epochMicros());
        Snapshot all = Snapshot.between(from, to).with(TreeRow.class, gathering.rows())
                .with(HistogramRow.class, gathering.histograms()).with(Invocation.class, calls);
        for (Gathered<?> each : lists) {
            all = each.addTo(all);
        }
        Gathering noNumbers = new Gathering(threads.plan.width);
        for (Gathered<?> each : lists) {
            each.prepare();
        }
        // nothing is allocated from here on, no iterator either
        gathering = noNumbers;
        for (int i = 0; i < lists.size(); i++) {
            lists.get(i).handOver();
        }
        calls = null;
        metering = 0;
        taken = 0;
        drainedMicros = to;
        return all;
    }

    /** Makes room in the threads' rings; returns how many kept calls there are. */
    int gather() {
        threads.drain(kept);
        return kept.size();
    }

    /** Kept calls and ended contexts alone: all numbers stay for {@link #all}. */
    Snapshot kept(long from) {
        if (calls == null) { // otherwise the calls of a failed drain go first
            threads.drain(kept);
        }
        takeCalls();
        contexts.drainEnded(records.now);
        Snapshot some = records.addTo(Snapshot.between(from, Math.max(from, Clock.epochMicros()))
                .with(Invocation.class, calls));
        records.prepare();
        records.handOver();
        calls = null;
        return some;
    }

    /** Before the numbers are taken: what is called while latches are closed or a file is written belongs to this snapshot. */
    private void retry() {
        threads.sites.hotspot.retry();
        threads.sites.hotspot.rememberNowAndThen();
    }

    private void takeNumbers() {
        metering += threads.drain(gathering, kept);
    }

    private void settlePlaces() {
        if (tree.settle(gathering)) {
            threads.sites.settled();
        }
    }

    private void takeCalls() {
        if (calls == null) {
            calls = kept.take();
        }
    }

    private void takeFailures() {
        threads.failures.drain(failures.now, stacks.now);
    }

    /** What is drained goes nowhere: what the whole JVM tells stays for the runtime. */
    void rehearse() {
        isRehearsal = true;
    }

    /** Classes that could not be woven travel as events. */
    private void takeUnwoven() {
        if (unwoven.isEmpty() && !isRehearsal) {
            unwoven = weaving.takeNew();
        }
        List<EventRecord> all = new ArrayList<>();
        for (WeavingReport.Unwoven each : unwoven) {
            all.add(new EventRecord(UNWOVEN, Clock.epochMicros(), 0, "", Map.of("class", each.type(), "reason",
                    each.reason(), "what", Values.text(each.what(), valueLength))));
        }
        events.now.addAll(all);
        unwoven = List.of();
    }

    private Collection<Firings> firings() {
        Map<Integer, Firings> firings = new HashMap<>();
        gathering.visit((node, count, errors, unread, present, total, self) -> {
            int name = tree.nameOf(node);
            long timed = count - unread.time();
            boolean isEntry = tree.isOutermost(node);
            firings.merge(name, new Firings(name, count, timed, Math.min(timed, count - unread.cpu()),
                    Math.min(timed, count - unread.contention()), total[WALL], self[WALL], self[Meter.CPU.ordinal()],
                    self[Meter.BLOCK_TIME.ordinal()],
                    self[Meter.WAIT_TIME.ordinal()],
                    self[Meter.ALLOC.ordinal()], errors, isEntry ? timed : 0, isEntry ? total[WALL] : 0),
                    Firings::plus);
        });
        return firings.values();
    }

    /** What calls take to be metered: those with CPU time by the samples of the threads, the others in proportion to what the calibration found. */
    private Prices prices() {
        double all = metering / (double) Math.max(1, gathering.calls());
        leastAll = Prices.least(leastAll, threads.cost.price());
        leastQuick = Prices.least(leastQuick, threads.quickCost.price());
        leastLeftOut = Prices.least(leastLeftOut, threads.leftOutCost.price());
        double calibrated = Math.max(1, leastAll);
        // who reads less takes no more, whatever a busy machine makes of one of them
        double quick = all * Math.min(1, leastQuick / calibrated);
        return new Prices(all, quick, Math.min(quick, all * leastLeftOut / calibrated), threads.sites.hotspot.price());
    }

    private void judge() {
        Hotspot hotspot = threads.sites.hotspot;
        hotspot.reviewFailures();
        long now = System.nanoTime();
        boolean mayKeepBudget = hotspot.mayKeepBudget();
        if (mayKeepBudget || hotspot.hasSampled()) { // a small program loads no class for them
            Interval interval = new Interval(now - budgetedAt, firings());
            hotspot.allowSeldom(interval);
            hotspot.noteTelling(interval);
            if (mayKeepBudget) { // the beans of the process take 20 ms at first: no small program pays that
                hotspot.keepBudget(prices(), ThreadMeters.readOnce(Meter.PROCESS_CPU), interval);
            }
        }
        budgetedAt = now;
    }

    private void takeScores() {
        threads.sites.hotspot.drainScores(scores.now);
    }

    private void takeVerdicts() {
        threads.sites.hotspot.drainVerdicts(verdicts.now);
    }

    /** One list of the next snapshot. Filled while its part is taken, whatever fails, and then handed over. */
    private static final class Gathered<E> {
        List<E> now = new ArrayList<>();
        private final Class<E> type;
        private List<E> next;

        Gathered(Class<E> type) {
            this.type = type;
        }

        Snapshot addTo(Snapshot snapshot) {
            return snapshot.with(type, now);
        }

        /** Makes the list for the time after this snapshot. */
        void prepare() {
            next = new ArrayList<>();
        }

        /** The snapshot has what was gathered; allocates nothing. */
        void handOver() {
            now = next;
        }
    }
}
