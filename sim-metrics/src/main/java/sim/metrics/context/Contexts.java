package sim.metrics.context;

import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import sim.metrics.event.Bounded;
import sim.metrics.snapshot.ContextRecord;

/**
 * All contexts of the process: makes them, knows the open ones, hands the ended ones over. Any thread; {@link #drain} is
 * the collector's. Bounded: past the limit of open ones a new context works as ever but is not shipped, and is counted.
 */
public final class Contexts {
    private final AtomicLong sequence = new AtomicLong(new SecureRandom().nextLong());
    private final Set<Context> open = ConcurrentHashMap.newKeySet();
    private final Bounded<Context> ended;
    private final AtomicLong untracked = new AtomicLong();
    private final AtomicLong refusedValues = new AtomicLong();
    /** What was last shipped of an open context; the collector's own. */
    private Map<Context, ContextRecord> shipped = new HashMap<>();
    private final int limit;
    private final int valueLimit;
    private final int valueLength;

    public Contexts(int limit, int valueLimit, int valueLength) {
        this.limit = limit;
        this.valueLimit = valueLimit;
        this.valueLength = valueLength;
        this.ended = new Bounded<>(limit);
    }

    /** A new open context. */
    public Context create(Context parent, String name, String tag) {
        Context context = new Context(nextId(), parent, Values.text(name == null ? "" : name, valueLength),
                Values.text(tag == null ? "" : tag, valueLength), new Values(valueLimit, valueLength));
        if (open.size() < limit) {
            open.add(context);
        } else {
            untracked.incrementAndGet();
        }
        return context;
    }

    /** Ends a context; ending it twice is harmless. */
    public void end(Context context, Throwable error) {
        if (context.end(error == null ? null : Values.text(error, valueLength))) {
            refusedValues.addAndGet(context.refused());
            if (open.remove(context)) {
                ended.offer(context);
            }
        }
    }

    /** The records of contexts that ended or changed since the last drain. */
    public void drain(List<ContextRecord> into) {
        Map<Context, ContextRecord> now = new HashMap<>();
        for (Context context : open) {
            ContextRecord record = context.record();
            ContextRecord before = shipped.get(context);
            if (before == null || before.calls() != record.calls() || !before.values().equals(record.values())) {
                into.add(record);
            }
            now.put(context, record);
        }
        shipped = now;
        List<Context> finished = new java.util.ArrayList<>();
        ended.drain(finished);
        for (Context context : finished) {
            into.add(context.record());
        }
    }

    /** Contexts that were not shipped for a bound. */
    public long dropped() {
        return untracked.get() + ended.dropped();
    }

    /** Values that found no room in their context. */
    public long droppedValues() {
        return refusedValues.get();
    }

    /** SplitMix64 of a counter with a random start: no repeat within a process, none to be expected across them. */
    private long nextId() {
        long z = sequence.addAndGet(0x9E3779B97F4A7C15L);
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        z ^= z >>> 31;
        return z != 0 ? z : nextId();
    }
}
