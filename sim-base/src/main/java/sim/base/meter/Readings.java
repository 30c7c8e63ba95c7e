package sim.base.meter;

import sim.model.snapshot.Meter;

/**
 * The readings of one thread, from the JVM ({@link ThreadMeters}) or from a recording that is played back. Readings are cumulative;
 * callers take differences. Only that thread uses them. This is a class and not an interface, so that the JIT calls the one loaded
 * subclass directly and the abstraction costs nothing. Times are in ns.
 */
public abstract class Readings {
    /** {@code thread.cpu} at the last begin or end. */
    protected long cpu;
    /** {@code alloc.bytes} at the last begin or end. */
    protected long bytes;
    /** See {@link #moves}. */
    long moves;
    /** See {@link #spent}. */
    private long spent;
    /** See {@link #spentCpu}. */
    private long spentCpu;
    /** See {@link #blockedNanos}. */
    long blockedNanos;
    /** See {@link #blockedTimes}. */
    long blockedTimes;
    /** See {@link #sinceNanos}. */
    long sinceNanos;
    /** See {@link #priced}. */
    private long priced;
    /** See {@link #interruptedNanos}. */
    private long interruptedNanos;
    /** See {@link #unasked}. */
    long unasked;
    /** See {@link #ask}. */
    protected boolean asks = true;

    /** Makes the readings of a thread. Called on that thread. */
    public interface Source {
        Readings of(Thread thread, boolean virtual);

        /** The bit set of the meters that any thread may read. */
        default int meters() {
            return (1 << Meter.COUNT) - 1;
        }
    }

    /** The bit set of the meters that this thread reads, wall time included. */
    public abstract int present();

    /** The current tick of {@link Clock}. */
    public abstract long tick();

    /** Reads all meters at the begin of a call. Wall time is read last, nearest to the work, and returned as a tick. */
    public abstract long begin(long[] into);

    /** Reads all meters except wall time at the end of a call, which was at the given tick. {@link #fill} returns the readings. */
    public abstract void end(long tick);

    /**
     * Reads what every timed call reads, at the begin of a call of which nothing else is wanted: the clock last, and the allocated bytes. Makes no system call. A source
     * without slow readings reads everything.
     */
    public long beginQuick(long[] into) {
        return begin(into);
    }

    /** The same at the end of such a call, which was at the given tick. */
    public void endQuick(long tick) {
        end(tick);
    }

    /** Whether the next begins and ends may ask for blocking and waiting. What is not asked for is seen by a later one that may. */
    public final void ask(boolean may) {
        asks = may;
    }

    /**
     * How often blocking and waiting were to be read and were not, because a SecurityManager of the program's own was set. Cumulative. Any thread may look, and sees it a little late: a number that all
     * threads wrote would be theirs in turns at each begin and end.
     */
    public final long unasked() {
        return unasked;
    }

    /** Writes the last readings, by meter. The slot of wall time is not written. */
    public abstract void fill(long[] into);

    /**
     * Subtracts from {@code alloc.bytes} what was allocated since a reading, because SIM itself allocated it when it met something new.
     */
    public abstract void disownSince(long allocated);

    /** Makes the next begin or end read everything, also slow readings. */
    public void expire() {
        // most sources have no slow readings
    }

    /** CPU time at the last begin or end; 0 if it is not read. */
    public final long cpu() {
        return cpu;
    }

    /** Bytes allocated up to the last begin or end; 0 if they are not read. */
    public final long bytes() {
        return bytes;
    }

    /**
     * A number that changes whenever a reading of {@link Meter#SELDOM} changes. If both ends of a call find the same number, the call
     * need not look at these readings.
     */
    public final long moves() {
        return moves;
    }

    /** How long the thread was blocked at monitors before the last begin or end and after the one before, ns, as far as the last one has learned it. */
    public long blockedNanos() {
        return blockedNanos;
    }

    /** How many times that was. */
    public long blockedTimes() {
        return blockedTimes;
    }

    /** The time between these two, ns. The JVM tells how long a thread was blocked in whole milliseconds, so it may seem to be more than that. */
    public final long sinceNanos() {
        return sinceNanos;
    }

    /** Reports the time that an expensive reading cost, and the part of it that is in {@code thread.cpu}. */
    protected final void spend(long nanos, long inCpu) {
        spent += nanos;
        spentCpu += inCpu;
    }

    /** Reports how much longer a reading took than usually, because the thread lost the processor in it, ns. It is no part of what was spent. */
    protected final void interrupted(long nanos) {
        interruptedNanos += nanos;
    }

    /** Reports what a reading of that kind usually takes of the CPU, ns. */
    protected final void price(long nanos) {
        priced += nanos;
    }

    /** Notes that a reading of {@link Meter#SELDOM} has changed. */
    protected final void moved() {
        moves++;
    }

    /**
     * The time of slow readings, which only some begins and ends make: before the tick of a begin and after that of an end, so all of it
     * falls to the caller. Of a reading in which the thread lost the processor it is what such readings usually take. Cumulative.
     */
    public final long spent() {
        return spent;
    }

    /**
     * What these readings usually take of the CPU, ns: the median of each kind, whatever a busy machine adds to the single one. Cumulative.
     */
    public final long priced() {
        return priced;
    }

    /**
     * How long the thread was without a processor in slow readings, ns. That is no cost of metering and stays in self times: at a begin in the caller's, at an end in that
     * of the call that ends. Cumulative.
     */
    public final long interruptedNanos() {
        return interruptedNanos;
    }

    /** The part of {@link #spent} that is in {@code thread.cpu}. */
    public final long spentCpu() {
        return spentCpu;
    }
}
