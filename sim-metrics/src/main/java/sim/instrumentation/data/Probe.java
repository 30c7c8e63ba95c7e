package sim.instrumentation.data;

import java.util.Objects;
import sim.metrics.probe.Metering;

/** Makes probes for code that is instrumented by hand. */
public final class Probe {
    private Probe() {}

    /**
     * A probe for one call after another of a method. Need not be kept: making one for every call allocates nothing.
     *
     * @throws NullPointerException if class or method is null
     */
    public static MethodProbe createMethodProbe(Class<?> type, String method) {
        return new MethodProbe(MethodSites.of(type).get(method));
    }

    /**
     * A probe for one call after another of a method. Looks the name up: keep the probe, or name the class itself.
     *
     * @throws NullPointerException if class or method is null
     */
    public static MethodProbe createMethodProbe(String className, String method) {
        Objects.requireNonNull(className, "class");
        Objects.requireNonNull(method, "method");
        return new MethodProbe(Metering.runtime().site(className, method));
    }

    /** An event to fill in and fire. The name is not null. */
    public static EventProbe createEventProbe(String name) {
        return new EventProbe(name);
    }
}
