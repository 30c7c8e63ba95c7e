package sim.instrumentation.data;

import sim.metrics.context.Context;
import sim.metrics.probe.Metering;

/** The flow contexts of the calling thread. */
public final class ContextManager {
    private ContextManager() {}

    /**
     * Begins a context inside the current one and makes it current. End it on the same thread, in a {@code finally}.
     *
     * @param name what kind of work, such as "extract"; null is taken for the empty text
     * @param tag a group of such kinds; likewise
     * @return never null
     */
    public static Context createNewContext(String name, String tag) {
        return Metering.runtime().createContext(name, tag);
    }

    /**
     * Ends the current context; the one outside it is current again.
     *
     * @return the context that ended, null when there was none, which is counted
     */
    public static Context destroyCurrentContext() {
        return Metering.runtime().endContext(null);
    }

    /** The current context, or null. */
    public static Context getCurrentContext() {
        return Metering.runtime().currentContext();
    }

    /**
     * Makes a context of another thread current here, over the one that is, until {@link #destroyCurrentContext}, which ends
     * it for everybody. Nothing happens for null. A thread keeps 64 contexts set so and never ended; a further one takes the place of the last.
     * {@link Contexts#snapshot} and {@link Contexts#wrap(Runnable)} hand a context over without ending it.
     */
    public static void setCurrentContext(Context context) {
        if (context != null) {
            Metering.runtime().lendContext(context);
        }
    }
}
