package sim.base.lending;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import sim.base.thread.ThreadId;

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
    /** Attempts before the thread yields the processor to the holder, which may have lost it. */
    private static final int SPINS = 200;

    /**
     * 1 while somebody holds it. The holder gives it back by storing 0 in its own method, because a method call could overflow the stack
     * and leave it held for ever.
     */
    public volatile int held;

    /** Takes it for the caller if nobody holds it. One compare-and-set, 5 to 10 ns. */
    public final boolean borrow() {
        return held == 0 && HELD.compareAndSet(this, 0, 1);
    }

    /** Waits until it is free, and takes it for the caller. */
    public final void borrowSoon() {
        for (int tries = 0; !borrow(); tries++) {
            pause(tries);
        }
    }

    /** Takes a free one for the caller. A thread begins its search where it found one the last time. */
    public static <L extends Lent> L anyOf(L[] all) {
        int at = (int) ThreadId.of(Thread.currentThread());
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
