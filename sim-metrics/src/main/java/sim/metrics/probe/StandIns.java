package sim.metrics.probe;

import sim.base.thread.ThreadId;

/**
 * The stand-ins that virtual threads without a context borrow: as many as there are begins and ends at a time, for the most part one for each
 * processor. A holder that asks the application for a text may wait there, so nobody waits for a stand-in: where all are held, another
 * one is made.
 */
final class StandIns {
    private static final int MOST = 64;

    private final Threads threads;
    /** Filled from the front, and never emptied. */
    private final StandIn[] all = new StandIn[MOST];
    private volatile int made;

    StandIns(Threads threads) {
        this.threads = threads;
        all[0] = make(Thread.currentThread());
        made = 1;
    }

    int[] meters() {
        return all[0].meters();
    }

    /** Lends one to the calling thread. */
    StandIn borrow(Thread thread) {
        int many = made;
        int at = (int) ThreadId.of(thread);
        StandIn free = null;
        for (int i = 0; i < many && free == null; i++) {
            StandIn next = all[(at + i & Integer.MAX_VALUE) % many];
            free = next.borrow() ? next : null;
        }
        if (free == null) {
            free = another(thread);
        }
        boolean isReady = false;
        try {
            free.standInFor(thread);
            isReady = true;
            return free;
        } finally {
            if (!isReady) {
                free.held = 0;
            }
        }
    }

    /** Takes over what stand-ins could not count. */
    void settle() {
        for (int i = 0; i < made; i++) {
            if (all[i].borrow()) {
                try {
                    all[i].settle();
                } finally {
                    all[i].held = 0;
                }
            }
        }
    }

    private StandIn another(Thread thread) {
        threads.rest.check();
        StandIn another;
        try {
            another = make(thread);
        } catch (OutOfMemoryError full) { // goes on to the caller
            threads.rest.begin();
            throw full;
        }
        another.borrow();
        synchronized (all) {
            if (made < MOST) {
                all[made] = another;
                made++;
            }
        }
        return another;
    }

    private StandIn make(Thread thread) {
        ThreadContext context = new ThreadContext(thread, true, threads);
        threads.books.memory.giveCalls(context.bytes()); // there are few, and they stay
        return new StandIn(context);
    }
}
