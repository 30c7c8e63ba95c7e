package sim.instrumentation.data;

import java.util.Objects;
import sim.metrics.probe.Metering;

/** Makes probes for code that is instrumented by hand. */
public final class Probe {
    private Probe() {}

    /**
     * Makes a probe for the calls of a method, one after another. You need not keep it: making one for every call allocates
     * nothing.
     *
     * @throws NullPointerException if class or method is null
     */
    public static MethodProbe createMethodProbe(Class<?> type, String method) {
        return new MethodProbe(MethodSites.of(type).get(method));
    }

    /**
     * Makes a probe for the calls of a method, one after another. This looks the name up, so keep the probe, or pass the class.
     *
     * @throws NullPointerException if class or method is null
     */
    public static MethodProbe createMethodProbe(String className, String method) {
        Objects.requireNonNull(className, "class");
        Objects.requireNonNull(method, "method");
        return new MethodProbe(Metering.runtime().site(className, method));
    }

    /** Makes an event to fill in and fire. The name must not be null. */
    public static EventProbe createEventProbe(String name) {
        return new EventProbe(name);
    }
}
