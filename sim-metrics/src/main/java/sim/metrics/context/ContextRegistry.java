package sim.metrics.context;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import sim.metrics.event.Bounded;
import sim.metrics.snapshot.ContextRecord;
import sim.metrics.snapshot.TreeRow;

/**
 * All contexts of the process: makes them, knows the open ones, hands the ended ones over. Any thread; {@link #drain} is
 * the collector's. Bounded: past the limit of open ones a new context works as ever but is not shipped, and is counted.
 */
public final class ContextRegistry {
    private final Set<Context> open = ConcurrentHashMap.newKeySet();
    private final Bounded<Context> ended;
    private final AtomicLong untracked = new AtomicLong();
    private final AtomicLong refusedValues = new AtomicLong();
    private final AtomicLong placesLeftOut = new AtomicLong();
    private final AtomicLong baggageDropped = new AtomicLong();
    private final AtomicLong headersRefused = new AtomicLong();
    /** What was last shipped of an open context; the collector's own. */
    private Map<Context, ContextRecord> shipped = new HashMap<>();
    private final int limit;
    private final int valueLimit;
    private final int valueLength;
    private final int placesLimit;

    public ContextRegistry(int limit, int valueLimit, int valueLength, int placesLimit) {
        this.limit = limit;
        this.valueLimit = valueLimit;
        this.valueLength = valueLength;
        this.placesLimit = placesLimit;
        this.ended = new Bounded<>(limit);
    }

    /** A new open context. */
    Context create(Context parent, String name, String tag) {
        long id = nextId();
        Trace trace = parent == null ? new Trace(nextId(), id, Trace.SAMPLED, null) : parent.trace();
        Context context = new Context(id, parent, text(name == null ? "" : name), text(tag == null ? "" : tag),
                new Values(valueLimit, valueLength), trace, this);
        if (open.size() < limit) {
            context.tracked = true;
            open.add(context);
        } else {
            untracked.incrementAndGet();
        }
        return context;
    }

    /** Ends a context; ending it twice is harmless. */
    void end(Context context, Throwable error) {
        if (context.end(error == null ? null : text(error))) {
            refusedValues.addAndGet(context.refused());
            placesLeftOut.addAndGet(context.placesLeftOut());
            open.remove(context);
            changed(context);
        }
    }

    /** Ships an ended context with the next drain, for the first time or once more. */
    void changed(Context context) {
        if (context.tracked && context.waiting.compareAndSet(false, true) && !ended.offer(context)) {
            context.waiting.set(false);
        }
    }

    /** The context that headers of another process name, or null when {@code traceparent} is missing or not valid. */
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

    int placesLimit() {
        return placesLimit;
    }

    String text(Object value) {
        return Values.text(value, valueLength);
    }

    /** The records of contexts that ended or changed since the last drain. */
    public void drain(List<ContextRecord> into) {
        Map<Context, ContextRecord> now = new HashMap<>();
        for (Context context : open) {
            ContextRecord record = context.record();
            ContextRecord before = shipped.get(context);
            if (before == null || differs(before, record)) {
                into.add(record);
            }
            now.put(context, record);
        }
        shipped = now;
        List<Context> finished = new ArrayList<>();
        ended.drain(finished);
        for (Context context : finished) {
            // first, so that what changes from here on is shipped once more
            context.waiting.set(false);
            into.add(context.record());
        }
    }

    private static boolean differs(ContextRecord before, ContextRecord now) {
        return before.calls() != now.calls() || calls(before) != calls(now)
                || before.stays().size() != now.stays().size() || !before.values().equals(now.values());
    }

    private static long calls(ContextRecord record) {
        return record.rows().stream().mapToLong(TreeRow::count).sum();
    }

    /** Adds how often something of a context could not be kept. */
    public void count(Map<String, Long> counters) {
        counters.put("contexts.dropped", untracked.get() + ended.dropped());
        counters.put("context.values.dropped", refusedValues.get());
        counters.put("context.places.dropped", placesLeftOut.get());
        counters.put("baggage.dropped", baggageDropped.get());
        counters.put("traceparent.refused", headersRefused.get());
    }

    /** SplitMix64 of a counter with a random start: no repeat within a process, none to be expected across them. */
    private static long nextId() {
        long z = Ids.SEQUENCE.addAndGet(0x9E3779B97F4A7C15L);
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        z ^= z >>> 31;
        return z != 0 ? z : nextId();
    }

    /** Begun with the first context: the security providers take 50 ms, which a program without contexts need not wait for. */
    private static final class Ids {
        static final AtomicLong SEQUENCE = new AtomicLong(new SecureRandom().nextLong());
    }
}
