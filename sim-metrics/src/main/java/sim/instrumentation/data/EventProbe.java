package sim.instrumentation.data;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import sim.metrics.probe.Metering;

/** Something that happened, with values. One thread at a time. */
public final class EventProbe {
    private final String name;
    private final Map<String, Object> values = new LinkedHashMap<>();

    EventProbe(String name) {
        this.name = Objects.requireNonNull(name, "name");
    }

    /** Adds a value; the last one set under a key stays. */
    public EventProbe set(String key, Object value) {
        values.put(Objects.requireNonNull(key, "key"), value);
        return this;
    }

    /** Sends it on its way, with the current context. */
    public void fire() {
        Metering.runtime().fire(name, values);
    }
}
