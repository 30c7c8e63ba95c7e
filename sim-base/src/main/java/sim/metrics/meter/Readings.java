package sim.metrics.meter;

import sim.metrics.snapshot.Meter;

/**
 * Where one thread's readings come from: the JVM ({@link ThreadMeters}), or a recording that is played back. Cumulative; a
 * caller takes differences. Used by that thread alone. A class and not an interface, so that the JIT calls the one
 * subclass that is loaded directly: the seam costs nothing. Times are ns.
 */
public abstract class Readings {
    /** {@code thread.cpu} as of the last begin or end. */
    protected long cpu;
    /** {@code alloc.bytes} likewise. */
    protected long bytes;
    /** See {@link #moves}. */
    long moves;
    /** See {@link #spent}. */
    private long spent;
    /** See {@link #spentCpu}. */
    private long spentCpu;

    /** Makes the readings of a thread, called on it. */
    public interface Source {
        Readings of(Thread thread, boolean virtual);

        /** The bit set of the meters that any thread may read. */
        default int meters() {
            return (1 << Meter.COUNT) - 1;
        }
    }

    /** The bit set of meters this thread reads, wall time included. */
    public abstract int present();

    /** The current tick of {@link Clock}. */
    public abstract long tick();

    /** Reads all at the begin of a call: wall time last, nearest to the work, and returned as a tick. */
    public abstract long begin(long[] into);

    /** Reads all but wall time at the end of a call, which came at that tick. {@link #fill} tells what was read. */
    public abstract void end(long tick);

    /** Writes what was read last, by meter; wall time's place is left. */
    public abstract void fill(long[] into);

    /** Takes out of {@code alloc.bytes} what was allocated since that reading: it was allocated by SIM itself, when it met something new. */
    public abstract void disownSince(long allocated);

    /** The next begin or end reads everything afresh, however dear. */
    public void expire() {
        // most readings are always fresh
    }

    /** CPU time at the last begin or end; 0 where it is not read. */
    public final long cpu() {
        return cpu;
    }

    /** Bytes allocated up to the last begin or end; 0 where they are not read. */
    public final long bytes() {
        return bytes;
    }

    /**
     * Another number whenever one of the readings moved that seldom do, those of {@link Meter#SELDOM}: two ends of a call that
     * find it the same need not look at these.
     */
    public final long moves() {
        return moves;
    }

    /** Reports the time that an expensive reading took, and the part of it that is in {@code thread.cpu}. */
    protected final void spend(long nanos, long inCpu) {
        spent += nanos;
        spentCpu += inCpu;
    }

    /** One of the readings moved that seldom do. */
    protected final void moved() {
        moves++;
    }

    /**
     * What dear readings took, that are made at some begins and ends only: before the tick of a begin and after that of an end,
     * so all of it is the caller's. Cumulative.
     */
    public final long spent() {
        return spent;
    }

    /** What of it is in {@code thread.cpu}. */
    public final long spentCpu() {
        return spentCpu;
    }
}
