package sim.context;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntUnaryOperator;
import sim.base.event.Bounded;
import sim.base.meter.Clock;
import sim.base.name.Chance;
import sim.model.rows.ContextRows;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.TreeRow;

/**
 * All contexts of the process: makes them, knows the open ones, and hands the ended ones over. Any thread may use it; only the
 * collector's thread calls {@link #drain}. Contexts are bounded in number and memory, for all threads together. Past a bound, a new
 * context works as usual and is in the sums of its kind, but is shipped only if it turns out slow or failed and finds room in the memory that
 * is held back for such; of the others it is counted when they end.
 */
public final class ContextRegistry {
    /** Heap bytes of a context with its scope and sums, without places and values. */
    private static final int BYTES = 560;
    /** The value that says what went wrong where no exception does, by OpenTelemetry's name. */
    private static final String ERROR_TYPE = "error.type";
    /** The bit set of all meters, used if the caller names none. */
    private static final int ALL = (1 << Meter.COUNT) - 1;

    private final Set<Context> open = ConcurrentHashMap.newKeySet();
    private final Bounded<Context> ended;
    private final AtomicLong untracked = new AtomicLong();
    private final AtomicLong sampled = new AtomicLong();
    private final AtomicLong callsLost = new AtomicLong();
    private final AtomicLong refusedValues = new AtomicLong();
    private final AtomicLong baggageDropped = new AtomicLong();
    private final AtomicLong headersRefused = new AtomicLong();
    /** The last shipped record of each open context. Only the collector's thread uses it. */
    private Map<Context, ContextRecord> shipped = new HashMap<>();
    private final Bounds bounds;
    private final ContextMemory memory;
    private final Kinds kinds;
    private final Keeping keeping;
    private final Packing packing;
    private final Admission admission;
    /** Called when much waits to be drained. */
    private final Runnable wake;
    private volatile boolean woken;
    /** Hears of contexts of that name; null for nobody. Set before the first context. */
    private ContextWatch watch;
    private String watched;
    /** Null for nobody. Set before the first context. */
    private FailureWatch failures;
    /** Set before the first context. */
    private AskedTexts texts = AskedTexts.OF_NOBODY;

    /** Makes a registry with these bounds and all meters, which wakes nobody. */
    public ContextRegistry(int limit, int valueLimit, int valueLength, int placesLimit) {
        this(new Bounds(limit, valueLimit, valueLength, placesLimit), ALL, node -> 0, () -> {});
    }

    /**
     * @param meters the bit set of the meters that may be read
     *
     * @param callers the place of a place's caller, 0 for none
     *
     * @param wake called when so much waits that it should be drained soon. Called seldom, by any thread
     */
    public ContextRegistry(Bounds bounds, int meters, IntUnaryOperator callers, Runnable wake) {
        int[] ordinals = ContextRows.order(meters);
        this.bounds = bounds;
        this.memory = new ContextMemory(bounds.bytes());
        this.ended = new Bounded<>(bounds.contexts());
        this.kinds = new Kinds(bounds.kinds(), bounds.valueLength(), bounds.slowest(), ordinals, memory);
        this.keeping = new Keeping(bounds.slowNanos(), bounds.rate(), bounds.every(), bounds.failed());
        this.packing = new Packing(bounds, ordinals, callers, memory);
        this.admission = new Admission(kinds, callers);
        this.wake = wake;
    }

    /** Sets who hears of contexts of a name. Called before the first context. */
    public void watch(String name, ContextWatch by) {
        watched = name;
        watch = by;
    }

    /** Sets who hears of contexts that end with an exception. Called before the first context. */
    public void watchFailures(FailureWatch by) {
        failures = by;
    }

    /** Sets how the application is asked for texts. Called before the first context. */
    public void ask(AskedTexts by) {
        texts = by;
    }

    private boolean isWatched(Context context) {
        return watch != null && watched.equals(context.getName());
    }

    /** Makes a new open context. */
    Context create(Context parent, String name, String tag) {
        long id = nextId();
        Trace trace = parent == null ? new Trace(nextId(), id, Trace.SAMPLED, null) : parent.trace();
        Kind kind = kinds.of(name == null ? "" : name, tag == null ? "" : tag);
        Context context = new Context(id, parent, kind.name, kind.tag, kind, trace, this);
        try {
            context.tracked = track(context);
            if (parent != null && parent.isRemote()) {
                parent.getBaggage().forEach(context::put);
            }
            if (isWatched(context)) {
                watch.began();
            }
        } catch (Throwable full) {
            context.cut = true;
            throw full;
        }
        return context;
    }

    /** Enters a context among those to ship, if there is room. Takes memory as the last step, so that a failure before has taken none. */
    private boolean track(Context context) {
        if (open.size() >= bounds.contexts()) {
            return false;
        }
        open.add(context);
        if (!memory.take(BYTES)) {
            open.remove(context);
            return false;
        }
        context.work().charge(BYTES);
        return true;
    }

    /**
     * Takes memory that is held back for a context that ends and is worth it. Called with the context's lock. It is among the open ones first: if
     * anything fails from here on, the collector finishes it and gives the memory back.
     */
    private boolean trackLate(Context context) {
        int bytes = (int) Math.min(Integer.MAX_VALUE, BYTES + context.valueBytes());
        open.add(context);
        if (!memory.takeSpare(bytes)) {
            open.remove(context);
            return false;
        }
        context.work().charge(bytes);
        context.spare = true;
        context.tracked = true;
        packing.addLeftOut(context.work().leftOut());
        return true;
    }

    /** Ends a context. Its stays on threads may go on. Ending it twice does nothing. */
    void end(Context context, Throwable error) {
        if (!context.isRemote()) {
            closed(context, null, Clock.epochMicros(), true, error);
        }
    }

    /** Ends a stay on a thread, unless {@code scope} is null, and the context too, if {@code ends}. */
    void closed(Context context, Scope scope, long micros, boolean ends, Throwable error) {
        String outcome = ends && error != null ? text(error) : null;
        if (outcome != null && failures != null && context.isOpen()) {
            texts.tell(failures, context.id(), context.parentId(), error);
        }
        boolean now;
        boolean failed = false;
        boolean kept = false;
        boolean tracked;
        boolean late = false;
        long nanos = 0;
        synchronized (context) {
            Work work = context.work();
            Scope leaving = scope != null && context.remove(scope) ? scope : null;
            if (leaving != null) {
                leaving.taken = true;
            }
            now = ends && context.end(micros, outcome);
            if (leaving != null) {
                work.add(leaving, micros);
                work.addSums(leaving);
            }
            if (now) {
                failed = context.endsFailed();
                nanos = (context.getEnd() - context.getStart()) * 1000;
                int places = work.size() + (leaving == null || leaving.places == null ? 0 : leaving.places.size());
                Kind kind = kinds.counted(context.kind());
                boolean slowest = kinds.isSlowest(kind, nanos);
                if (context.tracked) {
                    kept = context.isShown()
                            || keeping.isKept(kind, slowest, failed, nanos, context.trace(), context.getEnd());
                } else {
                    late = true;
                    kept = keeping.isKeptWithSpareMemory(kind, slowest, failed, nanos) && trackLate(context);
                }
                // of those that are sent alone: others leave no less room for all their places
                if (kept && !keeping.isWhole(kind, places, slowest, failed, nanos, context.trace())) {
                    context.few(places > bounds.few() && keeping.isWorthAll(failed, nanos, context.trace()));
                }
            }
            tracked = context.tracked;
            context.tracked = tracked && (kept || !now);
            if (context.tracked) {
                charge(context, packing.pack(work, leaving, context.isWhole(), now));
            } else if (leaving != null && context.isOpen()) { // it may turn out to be kept
                packing.leaveOut(work, leaving);
            }
            if (now || leaving != null) {
                // here, because another stay of the context may end meanwhile, and then changes what it has taken over
                kinds.add(context.kind(), leaving, now ? context : null, failed, kept, nanos);
            }
            if (!now) {
                failsByCalls(context);
            }
            scope = leaving;
        }
        if (scope != null) {
            packing.giveBack(scope);
        }
        if (now && isWatched(context)) {
            watch.ended();
        }
        if (now) {
            refusedValues.addAndGet(context.refused());
            if (tracked) {
                ended(context, kept);
            } else if (late) {
                untracked.incrementAndGet();
            }
        } else if (scope != null && !context.isOpen()) {
            changed(context);
        }
    }

    /**
     * Handles the end of a context. If this fails, the collector does it again: in the worst case the context is shipped twice, but
     * nothing is counted twice.
     */
    private void ended(Context context, boolean kept) {
        if (kept) {
            changed(context);
            open.remove(context);
        } else if (open.remove(context)) {
            sampled.incrementAndGet();
            release(context);
        }
    }

    /** Notes that a context has failed, and why. Where its kind has counted it already, that is put right. */
    void fail(Context context, Object why) {
        String reason = text(why);
        synchronized (context) {
            if (!context.noteFailure(reason)) {
                return;
            }
            if (context.failsLate()) {
                kinds.failed(context);
            }
        }
        if (!(why instanceof Throwable exception)) {
            context.put(ERROR_TYPE, reason);
            return;
        }
        if (failures != null) {
            texts.tell(failures, context.id(), context.parentId(), exception);
        }
        if (!context.isOpen()) {
            changed(context);
        }
    }

    /** An outermost call that failed after the end of its context makes it a failed one of its kind, too. Called with the context's lock. */
    private void failsByCalls(Context context) {
        if (context.work().errors() > 0 && context.failsLate()) {
            kinds.failed(context);
        }
    }

    /** Takes over calls that ended in a scope after it was closed. */
    void late(Context context, Scope scope) {
        synchronized (context) {
            Work work = context.work();
            work.addSums(scope);
            if (context.tracked) {
                charge(context, packing.pack(work, scope, context.isWhole(), !context.isOpen()));
            } else if (context.isOpen()) {
                packing.leaveOut(work, scope);
            }
            kinds.add(context.kind(), scope, null, false, false, 0);
            failsByCalls(context);
        }
        packing.giveBack(scope);
        if (!context.isOpen()) {
            changed(context);
        }
    }

    /** Charges memory that is in use already, so even past the bound. The next context then finds less room. */
    private void charge(Context context, int bytes) {
        context.work().charge(bytes);
        give(context, -bytes);
    }

    private void give(Context context, long bytes) {
        if (context.spare) {
            memory.giveSpare(bytes);
        } else {
            memory.give(bytes);
        }
    }

    /** Ships an ended context with the next drain, for the first time or once more. */
    void changed(Context context) {
        if (!context.tracked || !context.beginToWait()) {
            return;
        }
        boolean offered;
        try {
            offered = ended.offer(context);
        } catch (Throwable full) {
            context.waiting = 0;
            throw full;
        }
        if (!offered) {
            context.waitNoMore();
            if (context.leaveOut()) {
                untracked.incrementAndGet();
            }
            release(context);
        } else if (!woken && memory.isHalfFull()) {
            woken = true;
            wake.run();
        }
    }

    private void release(Context context) {
        synchronized (context) {
            give(context, context.work().release());
        }
        context.release();
    }

    /** The context that the headers of another process name; null if {@code traceparent} is missing or not valid. */
    Context remote(String traceparent, String tracestate, String baggage) {
        if (traceparent == null) {
            return null;
        }
        Trace trace = Traceparent.trace(traceparent, tracestate);
        if (trace == null) {
            headersRefused.incrementAndGet();
            return null;
        }
        return Context.remote(Traceparent.parentId(traceparent), trace, Baggage.parse(baggage, this::baggageDropped));
    }

    void baggageDropped() {
        baggageDropped.incrementAndGet();
    }

    /** Counts calls that are in a context, but not in the sums of its kind. */
    void lose(long calls) {
        callsLost.addAndGet(calls);
    }

    void giveRoom(long bytes) {
        memory.give(bytes);
    }

    Packing packing() {
        return packing;
    }

    Admission admission() {
        return admission;
    }

    void addToKind(Kind kind, int node, int[] meters, int read, long[] deltas, long[] inner, boolean failed) {
        kinds.add(kind, node, meters, read, deltas, inner, failed);
    }

    Values newValues(boolean charged) {
        return new Values(bounds.values(), bounds.valueLength(), bounds.redaction(), charged ? memory : null, texts);
    }

    /** The text of what made a context fail. */
    String text(Object why) {
        return bounds.redaction().text(texts.ofFailure(why, bounds.valueLength()));
    }

    /** The text of a value that travels; without what is not to be kept. */
    String text(String key, Object value) {
        String text = texts.of(value, bounds.valueLength());
        return key == null ? text : (String) bounds.redaction().value(key, value, text);
    }

    /** The records of contexts that ended or changed since the last drain. */
    public void drain(List<ContextRecord> into) {
        memory.settle();
        Map<Context, ContextRecord> now = new HashMap<>();
        for (Context context : open) {
            if (isStuck(context)) {
                finish(context);
                continue;
            }
            ContextRecord record = context.record();
            if (record == null || record.endMicros() != 0) {
                continue; // it has just ended: it follows with the ended ones, or is left out
            }
            ContextRecord before = shipped.get(context);
            if (before == null || differs(before, record)) {
                into.add(record);
            }
            now.put(context, record);
        }
        shipped = now;
        drainEnded(into);
    }

    /**
     * Whether a full stack or heap cut its begin or its end short: it was current on no thread, or the collector finds it ended and still
     * listed as open for the second time.
     */
    private static boolean isStuck(Context context) {
        boolean stuck = context.cut || context.seenEnded;
        context.seenEnded = !context.isOpen();
        return stuck;
    }

    private void finish(Context context) {
        if (context.cut) {
            leaveOut(context);
        } else {
            ended(context, context.tracked);
        }
    }

    private void leaveOut(Context context) {
        if (open.remove(context)) {
            synchronized (context) {
                context.tracked = false;
            }
            untracked.incrementAndGet();
            release(context);
        }
    }

    /** Leaves out a context that has just begun, because no memory was left to keep it with its thread. Nobody will end it. */
    void drop(Context context) {
        if (context.tracked) {
            leaveOut(context);
        } else {
            untracked.incrementAndGet();
        }
        if (isWatched(context)) {
            watch.ended();
        }
    }

    /** The records of contexts that ended since the last drain. Called between two drains, before too many wait. */
    public void drainEnded(List<ContextRecord> into) {
        woken = false;
        packing.trim();
        ended.drain(context -> {
            // first, so that a context that changes from here on is shipped once more
            context.waitNoMore();
            try {
                ContextRecord record = context.tell();
                if (record != null) {
                    into.add(record);
                }
            } catch (OutOfMemoryError full) {
                throw full; // the context stays for the next drain
            } catch (Throwable broken) { // one broken context must not hold up the others
                untracked.addAndGet(context.leaveOut() ? 1 : 0);
            }
            release(context);
        });
    }

    /** The sums of contexts by kind since the last drain. */
    public void drainKinds(List<KindRecord> into) {
        kinds.drain(into);
    }

    private static boolean differs(ContextRecord before, ContextRecord now) {
        return before.calls() != now.calls() || calls(before) != calls(now)
                || before.stays().size() != now.stays().size() || !before.values().equals(now.values());
    }

    private static long calls(ContextRecord record) {
        return record.rows().stream().mapToLong(TreeRow::count).sum()
                + (record.rest() == null ? 0 : record.rest().calls());
    }

    /** How many contexts will be shipped when they end. For tests. */
    int open() {
        int many = 0;
        for (Context ignored : open) { // if the stack overflowed inside the set, its elements are right and its size is wrong
            many++;
        }
        return many;
    }

    /** The estimated bytes that contexts take. */
    long bytes() {
        return memory.taken();
    }

    /** Adds how often data of contexts could not be kept, by kind. */
    public void count(Map<String, Long> counters) {
        counters.put("contexts.dropped", untracked.get());
        counters.put("contexts.sampled", sampled.get());
        counters.merge("context.calls.lost", callsLost.get(), Long::sum);
        counters.put("context.values.dropped", refusedValues.get());
        counters.put("context.places.dropped", packing.leftOut());
        counters.put("baggage.dropped", baggageDropped.get());
        counters.put("traceparent.refused", headersRefused.get());
        kinds.count(counters);
    }

    /** SplitMix64 of a counter with a random start: no id repeats in a process, and hardly ever in another one. */
    private static long nextId() {
        long z = Ids.SEQUENCE.addAndGet(0x9E3779B97F4A7C15L);
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        z ^= z >>> 31;
        return z != 0 ? z : nextId();
    }

    private static final class Ids {
        static final AtomicLong SEQUENCE = new AtomicLong(Chance.bits());
    }
}
