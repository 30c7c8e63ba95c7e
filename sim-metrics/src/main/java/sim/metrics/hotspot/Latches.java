package sim.metrics.hotspot;

import java.util.Collection;
import sim.base.config.Option;
import sim.base.config.Options;

/**
 * When latches are closed and opened: in turns, because the JIT compiles each method anew whose latches change. While a program warms up, the
 * time between two turns doubles, because what a turn changes is compiled again: with a drain each 5 s turns come 5, 10, 20, 40 and 80
 * s after the start, then each minute. A turn in which nothing is to change changes no code. On the collector's thread.
 */
final class Latches {
    /** A name that has a latch. */
    interface Latched {
        /**
         * Closes its latch, if it has been off for a while.
         *
         * @param since in microseconds of {@link System#nanoTime}
         * @return whether it was open, and is closed now
         */
        boolean closeLatch(long since);
    }

    /** Between two turns at least, ns. */
    static final long SHORTEST = 5_000_000_000L;
    /** Between two turns at most, ns. */
    static final long LONGEST = 60_000_000_000L;
    /** How long a name has to be off before its latch is closed, microseconds. */
    static final long OFF = 2_000_000;
    /**
     * How long a turn closes latches at most, ns. Each that compiled code knows stops the threads for a moment: the first 700 of Lucene took 2
     * to 260 ms.
     */
    private static final long SLICE = 500_000_000;

    /**
     * How many rests lie between two turns that try names again. What compiles them anew, twice, costs a program such as H2 some seconds of
     * CPU for a few names.
     */
    static final int RESTS = 5;

    private final long began;
    private final long trials;
    private final long slice;
    private long next;
    private long nextTrial;
    /** The last drain. */
    private long drained;
    /** Half the time between the last two drains, so that a turn comes with the drain that is nearest. */
    private long slack;

    /**
     * @param began the present, by {@link System#nanoTime}
     * @param rest  how long a disabled name rests at first, ns
     */
    Latches(long began, long rest) {
        this(began, rest, SLICE);
    }

    /** @param slice how long a turn closes latches at most, ns */
    Latches(long began, long rest, long slice) {
        this.began = began;
        this.trials = RESTS * rest;
        this.slice = slice;
        this.next = began;
        this.nextTrial = began + trials;
        this.drained = began;
    }

    /** Whether names have latches. As it comes they do on HotSpot, whose JIT takes the target of a call site for a constant. */
    static boolean areWanted(Options options, String vm) {
        return options.isOn(Option.HOTSPOT_LATCH)
                && (options.isSet(Option.HOTSPOT_LATCH) || vm.contains("HotSpot") || vm.contains("OpenJDK"));
    }

    /** Called at each drain. Whether a turn begins now; if so, the next one begins later. */
    boolean takeTurn(long now) {
        slack = (now - drained) / 2;
        drained = now;
        if (now + slack - next < 0) {
            return false;
        }
        next = now + Math.min(LONGEST, Math.max(SHORTEST, now - began));
        return true;
    }

    /** Called in a turn. Whether it tries names again; if so, the next one that does comes later. */
    boolean takeTrial(long now) {
        if (now + slack - nextTrial < 0) {
            return false;
        }
        nextTrial = now + trials;
        return true;
    }

    /** Called in a turn. Closes the latches of names that have been off for a while. Where that takes long, a turn continues soon. */
    void close(Collection<? extends Latched> names, long now) {
        long end = System.nanoTime() + slice;
        for (Latched name : names) {
            if (name.closeLatch(now / 1_000 - OFF) && System.nanoTime() - end > 0) {
                next = now + SHORTEST;
                return;
            }
        }
    }
}
