package sim.metrics.hotspot;

import java.util.Collection;

/**
 * When latches are closed and opened: in turns. The JIT throws away a compiled method if one of its latches changes, and HotSpot does not compile
 * a method again that it threw away 400 times ({@code PerMethodRecompilationCutoff}). So all latches that are to change do so in
 * one turn. While a program warms up each turn comes after twice the time of the one before, because what a turn changes is compiled
 * again; later a sixteenth of the time passes that SIM has run: 93 turns in the first day, 187 in the first year. On the collector's
 * thread.
 */
final class Latches {
    /** Between two turns at least, ns. */
    static final long SHORTEST = 5_000_000_000L;
    /** Until then a program warms up, ns. */
    private static final long WARM = 160_000_000_000L;
    /** Between two turns after that at least, ns. */
    private static final long PAUSE = 60_000_000_000L;
    /** The share of the time SIM has run. */
    private static final int SHARE = 16;
    /** How long a name has to be off before its latch is closed, microseconds. */
    static final long OFF = 2_000_000;
    /**
     * The longest a turn closes latches, ns. Each that compiled code knows stops the threads for a moment: the first 700 of Lucene took 2
     * to 260 ms.
     */
    private static final long LONGEST = 500_000_000;

    /**
     * How many rests lie between two turns that try names again. What compiles them anew, twice, costs a program such as H2 some seconds of
     * CPU for a few names.
     */
    static final int RESTS = 5;

    private final long began;
    private final long trials;
    private long next;
    private long nextTrial;

    /**
     * @param began the present, by {@link System#nanoTime}
     * @param rest  how long a disabled name rests at first, ns
     */
    Latches(long began, long rest) {
        this.began = began;
        this.trials = RESTS * rest;
        this.next = began;
        this.nextTrial = began + trials;
    }

    /** Whether a turn begins now; if so, the next one begins later. */
    boolean isTurn(long now) {
        if (now - next < 0) {
            return false;
        }
        long age = now - began;
        next = now + (age < WARM ? Math.max(SHORTEST, age) : Math.max(PAUSE, age / SHARE));
        return true;
    }

    /** Whether a turn that begins now tries names again. */
    boolean isTrial(long now) {
        if (now - nextTrial < 0) {
            return false;
        }
        nextTrial = now + trials;
        return true;
    }

    /** Closes the latches of names that have been off for a while. Where that takes long, the next turn continues. */
    static void close(Collection<Scorecard> cards, long nowMicros) {
        long end = System.nanoTime() + LONGEST;
        for (Scorecard card : cards) {
            if (card.closeLatch(nowMicros - OFF) && System.nanoTime() - end > 0) {
                return;
            }
        }
    }
}
