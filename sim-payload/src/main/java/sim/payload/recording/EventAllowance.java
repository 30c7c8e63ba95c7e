package sim.payload.recording;

import java.util.concurrent.atomic.AtomicLong;
import sim.base.meter.Clock;

/**
 * How many single events a recording may still keep: so many at once, and as many again in each hour, however long it records. What took long or
 * failed, and what is in a context that takes long already, may overdraw it by a tenth. Threads ask before they keep an event; what two of them keep at once may be a few too many.
 */
final class EventAllowance {
    private static final long MINUTE_NANOS = 60_000_000_000L;
    private static final int MINUTES = 60;
    /** Part of it by which such events may overdraw it. */
    private static final int OVERDRAFT = 10;

    private final long most;
    private final long slowNanos;
    private final AtomicLong left;
    /** Up to when minutes were added, {@link System#nanoTime}. */
    private final AtomicLong added;

    /** @param slowNanos what takes at least this long is slow */
    EventAllowance(long most, long slowNanos, long nowNanos) {
        this.most = most;
        this.slowNanos = slowNanos;
        this.left = new AtomicLong(most);
        this.added = new AtomicLong(nowNanos);
    }

    /** Whether an event may be kept. Asks for the time only where nothing is left. */
    boolean has(PayloadTold event) {
        return left.get() > 0 || has(event, System.nanoTime(), Clock.epochMicros());
    }

    boolean has(PayloadTold event, long nowNanos, long nowMicros) {
        addMinutes(nowNanos);
        return left.get() > (isNotable(event, nowMicros) ? -(most / OVERDRAFT) : 0);
    }

    private boolean isNotable(PayloadTold event, long nowMicros) {
        return event.error || event.nanos >= slowNanos
                || event.contextMicros != 0 && nowMicros - event.contextMicros >= slowNanos / 1_000;
    }

    /** An event was kept. */
    void take() {
        left.decrementAndGet();
    }

    /** Adds what the minutes since the last time allow. Whole events alone: a small allowance waits for its next one. */
    private void addMinutes(long nowNanos) {
        long before = added.get();
        long minutes = (nowNanos - before) / MINUTE_NANOS;
        long more = Math.min(minutes, MINUTES) * most / MINUTES;
        if (more > 0 && added.compareAndSet(before, before + minutes * MINUTE_NANOS)) {
            left.accumulateAndGet(more, (now, gain) -> Math.min(most, now + gain));
        }
    }
}
