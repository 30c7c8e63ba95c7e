package sim.metrics.probe;

import sim.metrics.hotspot.Scorecard;
import sim.metrics.name.Name;

/**
 * A name that is probed; one a name. Held by the woven join points and the hand-made probes of that name; holds no class.
 * {@link #begin} and {@link #end} are the whole path of a woven call: they neither allocate, lock nor throw. A call counts
 * where it ends, on the thread that began it.
 */
public final class ProbeSite {
    /** A place nobody meters. */
    public static final ProbeSite NONE = new ProbeSite(null, null, null);

    final Name name;
    /** Null where nothing is metered at all. */
    final Scorecard card;
    private final Threads threads;
    /** The thread table's own: each load on the way to the thread's context is one more that the clock read waits for. */
    private final ThreadContext[] slots;

    ProbeSite(Name name, Threads threads, Scorecard card) {
        this.name = name;
        this.threads = threads;
        this.card = card;
        this.slots = threads == null ? null : threads.table.slots;
    }

    /** Enters the place. */
    public void begin() {
        if (card != null) {
            int epoch = card.epoch();
            if ((epoch & 1) == 0) {
                begin(epoch);
            }
        }
    }

    /** Leaves it normally. */
    public void end() {
        if (card != null) {
            int epoch = card.epoch();
            if ((epoch & 1) == 0) {
                end(epoch, null);
            }
        }
    }

    /** Leaves it by an exception; null for none. */
    public void end(Throwable error) {
        if (card != null) {
            int epoch = card.epoch();
            if ((epoch & 1) == 0) {
                end(epoch, error);
            }
        }
    }

    private void begin(int epoch) {
        try {
            Thread thread = Thread.currentThread();
            ThreadContext context = slots[ThreadTable.slotOf(thread)];
            if (context == null || context.thread != thread) {
                context = threads.current();
            }
            context.begin(this, epoch);
        } catch (Throwable failure) {
            threads.failed(failure);
        }
    }

    private void end(int epoch, Throwable error) {
        try {
            Thread thread = Thread.currentThread();
            ThreadContext context = slots[ThreadTable.slotOf(thread)];
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
    public String toString() {
        return String.valueOf(name);
    }
}
