package woven;

import com.jprofiler.api.probe.embedded.Payload;
import com.jprofiler.api.probe.embedded.PayloadProbe;
import com.jprofiler.api.probe.embedded.Split;
import com.jprofiler.api.probe.embedded.SplitProbe;
import com.jprofiler.api.probe.embedded.TypeCustomizer;
import com.jprofiler.api.probe.embedded.telemetry.Telemetry;
import com.jprofiler.api.probe.embedded.telemetry.TelemetryFormat;
import com.jprofiler.api.probe.embedded.telemetry.TelemetryUnit;
import java.io.Serializable;
import sim.instrumentation.annotation.Instrument;

/** A program written against the published hooks: a cache with connections, and a server that splits. */
public final class Published {
    private Published() {}

    /** Its event types. */
    public enum Kind implements TypeCustomizer {
        READ;

        @Override
        public int getColor() {
            return 0x0000CC;
        }
    }

    /** Its payload probe. */
    public static class CacheProbe extends PayloadProbe {
        @Override
        public String getName() {
            return "Cache";
        }

        @Override
        public boolean isControlObjects() {
            return true;
        }

        @Override
        @SuppressWarnings("rawtypes") // the published signature
        public Class<? extends Enum> getCustomTypes() {
            return Kind.class;
        }

        @Override
        public String getControlObjectName(Object controlObject) {
            return "unopened " + controlObject;
        }

        @Telemetry(value = "Hits", format = @TelemetryFormat(value = TelemetryUnit.PERCENT, scale = 1))
        public static int hits() {
            return 42;
        }
    }

    /** Its split probe. */
    public static class PathProbe extends SplitProbe {
        @Override
        public String getName() {
            return "Paths";
        }

        @Override
        public boolean isPayloads() {
            return true;
        }
    }

    public static void main(String[] args) {
        Serializable opened = "a";
        Payload.openControlObject(CacheProbe.class, opened, "connection a");
        for (int i = 0; i < 10; i++) {
            handle("/page", opened);
        }
        Payload.execute(CacheProbe.class, "flush", () -> {});
        Payload.closeControlObject(CacheProbe.class, opened);
        PayloadReport.print();
    }

    @Instrument
    static void handle(String path, Object connection) {
        Split.enter(PathProbe.class, path);
        try {
            read(connection);
        } finally {
            Split.exit();
        }
    }

    @Instrument
    static void read(Object connection) {
        Payload.enter(CacheProbe.class, connection, Kind.READ);
        try {
            connection.hashCode();
        } finally {
            Payload.exit("get");
        }
    }
}
