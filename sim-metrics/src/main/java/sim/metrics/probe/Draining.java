package sim.metrics.probe;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sim.base.event.Bounded;
import sim.base.meter.Clock;
import sim.base.meter.ThreadMeters;
import sim.context.ContextRegistry;
import sim.context.Values;
import sim.metrics.hotspot.Firings;
import sim.metrics.hotspot.Hotspot;
import sim.metrics.hotspot.Prices;
import sim.metrics.tree.CallTree;
import sim.metrics.tree.Gathering;
import sim.metrics.weaving.WeavingReport;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.EventRecord;
import sim.model.snapshot.FailureRecord;
import sim.model.snapshot.InvocationPacker;
import sim.model.snapshot.Invocations;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.Score;
import sim.model.snapshot.Snapshot;
import sim.model.snapshot.StackRecord;
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
    private final Bounded<EventRecord> fired;
    private final WeavingReport weaving;
    private final int valueLength;
    private final List<Runnable> parts = List.of(this::retry, this::takeNumbers, this::settlePlaces,
            this::takeCalls,
            this::takeContexts, this::takeKinds, this::takeEvents, this::takeUnwoven, this::takeVerdicts,
            this::takeFailures);
    private final InvocationPacker kept = new InvocationPacker();
    /** How many parts were taken. Their results follow. */
    private int taken;
    private Gathering gathering;
    /** The time that the gathered calls took to be metered, without slow readings, ns. */
    private long metering;
    private Invocations calls;
    private final Gathered<ContextRecord> records = new Gathered<>();
    private final Gathered<KindRecord> kinds = new Gathered<>();
    private final Gathered<EventRecord> events = new Gathered<>();
    private final Gathered<Score> scores = new Gathered<>();
    private final Gathered<Verdict> verdicts = new Gathered<>();
    private final Gathered<FailureRecord> failures = new Gathered<>();
    private final Gathered<StackRecord> stacks = new Gathered<>();
    private final Gathered<?>[] lists = {records, kinds, events, scores, verdicts, failures, stacks};
    private List<WeavingReport.Unwoven> unwoven = List.of();
    /** When the probe budget was last kept, by {@link System#nanoTime}. */
    private long budgetedAt = System.nanoTime();
    private volatile long drainedMicros = Clock.epochMicros();

    Draining(Threads threads, CallTree tree, ContextRegistry contexts, Bounded<EventRecord> fired,
            WeavingReport weaving,
            int valueLength) {
        this.threads = threads;
        this.tree = tree;
        this.contexts = contexts;
        this.fired = fired;
        this.weaving = weaving;
        this.valueLength = valueLength;
        this.gathering = new Gathering(threads.plan.width);
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
        Snapshot all = new Snapshot(from, to, gathering.rows(), gathering.histograms(), calls, records.now, kinds.now,
                events.now, scores.now, verdicts.now, failures.now, stacks.now);
        Gathering noNumbers = new Gathering(threads.plan.width);
        for (Gathered<?> each : lists) {
            each.prepare();
        }
        // nothing is allocated from here on
        gathering = noNumbers;
        for (Gathered<?> each : lists) {
            each.handOver();
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
        Snapshot some = Snapshot.between(from, Math.max(from, Clock.epochMicros()), calls, records.now);
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

    private void takeContexts() {
        contexts.drain(records.now);
    }

    private void takeKinds() {
        contexts.drainKinds(kinds.now);
    }

    private void takeFailures() {
        threads.failures.drain(failures.now, stacks.now);
    }

    private void takeEvents() {
        fired.drain(events.now);
    }

    /** Classes that could not be woven travel as events. */
    private void takeUnwoven() {
        if (unwoven.isEmpty()) {
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
        double calibrated = Math.max(1, threads.cost.price());
        return new Prices(all, all * threads.quickCost.price() / calibrated,
                all * threads.leftOutCost.price() / calibrated, threads.sites.hotspot.price());
    }

    private void takeVerdicts() {
        Hotspot hotspot = threads.sites.hotspot;
        hotspot.reviewFailures();
        long now = System.nanoTime();
        boolean mayKeepBudget = hotspot.mayKeepBudget();
        Collection<Firings> firings = mayKeepBudget || hotspot.hasSampled() ? firings() : List.of(); // a small program loads no class for them
        hotspot.allowSeldom(now - budgetedAt, firings);
        if (mayKeepBudget) { // the beans of the process take 20 ms at first: no small program pays that
            hotspot.keepBudget(prices(), now - budgetedAt, ThreadMeters.readOnce(Meter.PROCESS_CPU), firings);
        }
        budgetedAt = now;
        scores.now.addAll(threads.sites.hotspot.drainScores());
        verdicts.now.addAll(threads.sites.hotspot.drainVerdicts());
    }

    /** One list of the next snapshot. Filled while its part is taken, whatever fails, and then handed over. */
    private static final class Gathered<E> {
        List<E> now = new ArrayList<>();
        private List<E> next;

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
