package sim.store;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Whether a disk that was full has room again. A small batch may still find some where the next one finds none, and upkeep takes and gives back what
 * is left: so there is room once clearly more is free than was too little, or nothing has missed any for a while, as where a quota was raised
 * that nobody tells. Any thread.
 */
final class Room {
    /** More than upkeep, and programs that send again, let pass between two trials. */
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long ENOUGH = -1;

    private final LongSupplier free;
    private final LongSupplier nanos;
    /** So many bytes were free, and it was not enough; {@link #ENOUGH} where none are missed. */
    private long tooLittle = ENOUGH;
    private long missedNanos;

    /**
     * @param free the bytes that are free
     * @param nanos the monotonic clock
     */
    Room(LongSupplier free, LongSupplier nanos) {
        this.free = free;
        this.nanos = nanos;
    }

    /** Something found none. */
    synchronized void missed() {
        tooLittle = Math.max(tooLittle, free.getAsLong());
        missedNanos = nanos.getAsLong();
    }

    /** Whether there was none, and it was not said that there is again. */
    synchronized boolean isMissed() {
        return tooLittle != ENOUGH;
    }

    /** Whether there is as much again as the largest frame needs. */
    synchronized boolean isBack() {
        return tooLittle == ENOUGH || free.getAsLong() - tooLittle >= Database.ROOM
                || nanos.getAsLong() - missedNanos >= QUIET_NANOS;
    }

    synchronized void found() {
        tooLittle = ENOUGH;
    }
}
