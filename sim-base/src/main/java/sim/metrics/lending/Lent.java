package sim.metrics.lending;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * What threads borrow, each for the length of a call's or a context's end, and one at a time: books, shelves, tools. There are
 * several of a kind, so that a thread seldom waits; and nobody blocks while it holds one, so that it never waits long. Any
 * thread; no lock.
 *
 * <pre>
 *  Shelf shelf = Lent.anyOf(shelves);
 *  try {
 *      ...
 *  } finally {
 *      shelf.held = 0;
 *  }
 * </pre>
 *
 * What is done in between may fail at any call, where the stack overflows or the heap is full: whoever borrows next finds it
 * half done, and must be able to go on.
 */
public class Lent {
    private static final AtomicIntegerFieldUpdater<Lent> HELD = AtomicIntegerFieldUpdater.newUpdater(Lent.class,
            "held");
    /** Tries before the processor is left to the holder, which may have lost it. */
    private static final int SPINS = 200;

    /**
     * 1 while somebody holds it. Given back by storing 0, in the holder's own method: a call could overflow its stack and
     * leave it held for ever.
     */
    public volatile int held;

    /** Takes it for the caller if nobody has it: one compare-and-set, 5 to 10 ns. */
    public final boolean borrow() {
        return held == 0 && HELD.compareAndSet(this, 0, 1);
    }

    /** Takes it for the caller, who waits until it is free. */
    public final void borrowSoon() {
        for (int tries = 0; !borrow(); tries++) {
            pause(tries);
        }
    }

    /** One that is free, taken for the caller: a thread begins where it found one before. */
    public static <L extends Lent> L anyOf(L[] all) {
        int at = (int) Thread.currentThread().getId();
        for (int tries = 0;; tries++) {
            L lent = all[(at++ & Integer.MAX_VALUE) % all.length];
            if (lent.borrow()) {
                return lent;
            }
            pause(tries);
        }
    }

    private static void pause(int tries) {
        if (tries < SPINS) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }
}
