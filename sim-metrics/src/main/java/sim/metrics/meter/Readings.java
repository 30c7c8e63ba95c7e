package sim.metrics.meter;

import sim.metrics.snapshot.Meter;

/**
 * Where one thread's readings come from: the JVM ({@link ThreadMeters}), or a recording that is played back. Cumulative; a
 * caller takes differences. Used by that thread alone. A class and not an interface, so that the JIT calls the one
 * subclass that is loaded directly: the seam costs nothing.
 */
public abstract class Readings {
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
    public abstract long readBefore(long[] into);

    /**
     * Another number whenever one of the readings moved that seldom do: those of {@link Meter#SELDOM}. Two ends of a call that
     * find it the same need not look at these.
     */
    public abstract long moves();

    /** Reads all but wall time at the end of a call, which came at that tick. */
    public abstract void readAfter(long[] into, long tick);

    /** Takes out of {@code alloc.bytes} what was allocated since a reading: SIM's own, when it met something new. */
    public abstract void disownSince(long[] reading);
}
