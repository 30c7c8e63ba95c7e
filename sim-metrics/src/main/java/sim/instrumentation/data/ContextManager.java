package sim.instrumentation.data;

import sim.metrics.context.Context;
import sim.metrics.probe.Metering;

/** The flow contexts of the calling thread. */
public final class ContextManager {
    private ContextManager() {}

    /** Begins a context inside the current one and makes it current. End it on the same thread. */
    public static Context createNewContext(String name, String tag) {
        return Metering.runtime().createContext(name, tag);
    }

    /** Ends the current context; the one outside it is current again. Nothing happens when there is none. */
    public static void destroyCurrentContext() {
        Metering.runtime().endContext(null);
    }

    /** The current context, or null. */
    public static Context getCurrentContext() {
        return Metering.runtime().currentContext();
    }

    /** Makes a context current here, in place of the one that is: to hand work over. Null for none. */
    public static void setCurrentContext(Context context) {
        Metering.runtime().setCurrentContext(context);
    }
}
