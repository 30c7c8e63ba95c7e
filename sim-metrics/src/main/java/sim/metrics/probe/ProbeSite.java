package sim.metrics.probe;

import sim.metrics.hotspot.Scorecard;
import sim.metrics.name.Name;

/**
 * A name that is probed; one a name, so equal is identical. Held by the woven join points and the hand-made probes of that
 * name; holds no class. {@link #begin} and {@link #end} are the whole path of a woven call: they neither allocate, lock nor
 * throw. A call counts where it ends, on the thread that began it.
 *
 * <p>A record because the JIT trusts the fields of records alone: where the site is a constant of the woven class, so is
 * all it holds, and a call of a name that is switched off is one load and a test.
 *
 * @param card null where nothing is metered at all
 * @param slots the thread table's own: each load on the way to the thread's context is one more that the clock read waits
 *        for
 */
public record ProbeSite(Name name, Scorecard card, Threads threads, ThreadContext[] slots) {
    /** A place nobody meters. */
    public static final ProbeSite NONE = new ProbeSite(null, null, null, null);

    ProbeSite(Name name, Threads threads, Scorecard card) {
        this(name, card, threads, threads.table.slots);
    }

    /** Enters the place. Returns a hint for its end, where the thread's context is; null when there is nothing to end. */
    public Object begin() {
        if (card != null) {
            int epoch = card.epoch();
            if ((epoch & 1) == 0) {
                return begin(epoch);
            }
        }
        return null;
    }

    /**
     * Leaves it, knowing what the begin returned: that saves looking up the thread's context, five loads of which each waits
     * for the one before, and all of it where the begin found the name switched off.
     *
     * @param error what it is left by, or null
     */
    public void end(Object hint, Throwable error) {
        if (hint != null) {
            int epoch = card.epoch();
            if ((epoch & 1) == 0) {
                end(epoch, (ThreadContext) hint, error);
            }
        }
    }

    /** Leaves it normally. */
    public void end() {
        end(null);
    }

    /** Leaves it by an exception; null for none. */
    public void end(Throwable error) {
        if (card != null) {
            int epoch = card.epoch();
            if ((epoch & 1) == 0) {
                end(epoch, null, error);
            }
        }
    }

    private Object begin(int epoch) {
        try {
            Thread thread = Thread.currentThread();
            ThreadContext context = slots[ThreadTable.slotOf(thread)];
            if (context == null || context.thread != thread) {
                context = threads.current();
            }
            context.begin(this, epoch);
            return context;
        } catch (Throwable failure) {
            threads.failed(failure);
            return null;
        }
    }

    private void end(int epoch, ThreadContext hint, Throwable error) {
        try {
            Thread thread = Thread.currentThread();
            ThreadContext context = hint;
            if (context == null || context.thread != thread) {
                context = threads.known();
            }
            if (context != null) {
                context.end(this, epoch, error);
            } else if (epoch == 0) {
                threads.endedWithoutBegin();
            }
        } catch (Throwable failure) {
            threads.failed(failure);
        }
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    @Override
    public String toString() {
        return String.valueOf(name);
    }
}
