package sim.metrics.probe;

import sim.metrics.name.Name;

/**
 * A place in the code that is probed. Held by the woven join point or the hand-made probe; holds a name and no class.
 * {@link #begin} and {@link #end} are the whole path of a call: they neither allocate, lock nor throw. A call counts
 * where it ends, on the thread that began it.
 */
public final class ProbeSite {
    /** A place nobody meters. */
    public static final ProbeSite NONE = new ProbeSite(null, null, false);

    final Name name;
    private final Threads threads;
    /** Plain, for a volatile switch doubles the cost of a disabled probe; never set again once published. */
    private final boolean enabled;

    ProbeSite(Name name, Threads threads, boolean enabled) {
        this.name = name;
        this.threads = threads;
        this.enabled = enabled;
    }

    /** Enters the place. */
    public void begin() {
        if (enabled) {
            try {
                threads.current().begin(this);
            } catch (Throwable failure) {
                threads.failed(failure);
            }
        }
    }

    /** Leaves it normally. */
    public void end() {
        if (enabled) {
            end(null);
        }
    }

    /** Leaves it by an exception; null for none. */
    public void end(Throwable error) {
        if (enabled) {
            try {
                ThreadContext context = threads.known();
                if (context == null) {
                    threads.endedWithoutBegin();
                } else {
                    context.end(this, error);
                }
            } catch (Throwable failure) {
                threads.failed(failure);
            }
        }
    }

    @Override
    public String toString() {
        return String.valueOf(name);
    }
}
