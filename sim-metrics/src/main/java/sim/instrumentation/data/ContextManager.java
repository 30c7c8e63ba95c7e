package sim.instrumentation.data;

import sim.context.Context;
import sim.metrics.probe.Metering;

/** The flow contexts of the calling thread. No method makes the application fail: where the heap is full, SIM counts that and goes on. */
public final class ContextManager {
    private ContextManager() {}

    /**
     * Begins a context inside the current one and makes it current. End it on the same thread, in a {@code finally}.
     *
     * @param name the kind of work, such as "extract"; null means the empty text
     * @param tag a group of such kinds; null means the empty text
     * @return never null. If the heap has no room for a context, this one keeps nothing, and none is current until its end
     */
    public static Context createNewContext(String name, String tag) {
        return Metering.runtime().createContext(name, tag);
    }

    /**
     * Ends the current context; the one outside it is current again.
     *
     * @return the context that ended; null if there was none, which SIM counts
     */
    public static Context destroyCurrentContext() {
        return Metering.runtime().endContext(null);
    }

    /** The current context, or null. */
    public static Context getCurrentContext() {
        return Metering.runtime().currentContext();
    }

    /**
     * Makes a context of another thread current on this thread, inside the current one, until {@link #destroyCurrentContext},
     * which ends it on all threads. Does nothing for null. A thread keeps at most 64 contexts that were set in this way and never
     * ended; a further one replaces the last. {@link Contexts#snapshot} and {@link Contexts#wrap(Runnable)} hand a context over
     * without ending it.
     */
    public static void setCurrentContext(Context context) {
        if (context != null) {
            Metering.runtime().lendContext(context);
        }
    }
}
