package sim.instrumentation.data;

import sim.metrics.probe.Metering;

/** Makes probes for code that is instrumented by hand. */
public final class Probe {
    private Probe() {}

    /** A probe for one call after another of a method. */
    public static MethodProbe createMethodProbe(Class<?> type, String method) {
        return createMethodProbe(type.getName(), method);
    }

    /** A probe for one call after another of a method. */
    public static MethodProbe createMethodProbe(String className, String method) {
        return new MethodProbe(className, method, Metering.runtime().site(className, method));
    }

    /** An event to fill in and fire. */
    public static EventProbe createEventProbe(String name) {
        return new EventProbe(name);
    }
}
