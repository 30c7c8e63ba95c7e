package shop.cache;

import java.util.concurrent.atomic.AtomicInteger;
import sim.payload.embedded.PayloadProbe;
import sim.payload.embedded.TypeCustomizer;
import sim.payload.embedded.telemetry.Telemetry;
import sim.payload.embedded.telemetry.TelemetryFormat;
import sim.payload.embedded.telemetry.TelemetryUnit;

/** What the cache's probe is called and what it offers. It ships with the cache; without SIM it does nothing. */
public final class CacheProbe extends PayloadProbe {
    static final AtomicInteger HITS = new AtomicInteger();
    static final AtomicInteger MISSES = new AtomicInteger();

    /** The event types; the timeline is coloured by them. */
    public enum Kind implements TypeCustomizer {
        READ(0x00CC00),
        WRITE(0xCC0000);

        private final int color;

        Kind(int color) {
            this.color = color;
        }

        @Override
        public int getColor() {
            return color;
        }

        @Override
        public String toString() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    @Override
    public String getName() {
        return "Cache";
    }

    @Override
    public String getDescription() {
        return "What was read and written, by region, and on which connection";
    }

    @Override
    public boolean isControlObjects() {
        return true;
    }

    @Override
    @SuppressWarnings("rawtypes") // the API's signature
    public Class<? extends Enum> getCustomTypes() {
        return Kind.class;
    }

    /** For connections nobody opened. */
    @Override
    public String getControlObjectName(Object controlObject) {
        return "connection of " + controlObject;
    }

    /** Two lines in one chart, added up. Since the last time it was asked. */
    @Telemetry(value = "Reads", line = "hits", format = @TelemetryFormat(value = TelemetryUnit.PER_SECOND, stacked = true))
    public static int hits() {
        return HITS.getAndSet(0);
    }

    @Telemetry(value = "Reads", line = "misses", format = @TelemetryFormat(value = TelemetryUnit.PER_SECOND, stacked = true))
    public static int misses() {
        return MISSES.getAndSet(0);
    }
}
