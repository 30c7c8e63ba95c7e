package sim.instrumentation.data;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import sim.metrics.probe.Metering;

/** Something that happened, with values. May be filled in further and fired again. One thread at a time. */
public final class EventProbe {
    private final String name;
    private final Map<String, Object> values = new LinkedHashMap<>();

    EventProbe(String name) {
        this.name = Objects.requireNonNull(name, "name");
    }

    /**
     * Adds a value. A later value under the same key replaces it.
     *
     * @param key not null
     * @param value kept as {@code Context.put} keeps it; may be null
     */
    public EventProbe set(String key, Object value) {
        values.put(Objects.requireNonNull(key, "key"), value);
        return this;
    }

    /** Records an event with the present values, the time and the current context, if there is one. Throws nothing. */
    public void fire() {
        Metering.runtime().fire(name, values);
    }
}
