package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sim.model.payload.ControlObject;
import sim.model.payload.ObjectRow;
import sim.model.payload.PayloadPoint;
import sim.model.payload.PayloadProbeEntry;
import sim.model.payload.PayloadProbeEntry.EventType;
import sim.model.payload.PayloadRow;
import sim.model.payload.PayloadSnapshot;
import sim.payload.controller.Controller;
import sim.payload.controller.ProbeRecordingOptions;
import sim.payload.embedded.Payload;
import sim.payload.embedded.PayloadProbe;
import sim.payload.embedded.Split;
import sim.payload.embedded.SplitProbe;
import sim.payload.embedded.TypeCustomizer;
import sim.payload.embedded.telemetry.Telemetry;
import sim.payload.embedded.telemetry.TelemetryFormat;
import sim.payload.embedded.telemetry.TelemetryUnit;

/** A web application brings the payload API along in a class loader that asks itself first. */
class ApiCopyTest {
    public static final class War implements Runnable {
        public static final class Cache extends PayloadProbe {
            @Override
            public String getName() {
                return "War's cache";
            }

            @Override
            public String getDescription() {
                throw new IllegalStateException("of the copy");
            }

            @Override
            public boolean isControlObjects() {
                return true;
            }

            @Override
            @SuppressWarnings("rawtypes") // the published signature
            public Class<? extends Enum> getCustomTypes() {
                return Type.class;
            }

            @Override
            public String getControlObjectName(Object object) {
                return "named by the copy";
            }

            @Telemetry(value = "filled", line = "to", format = @TelemetryFormat(value = TelemetryUnit.PERCENT, stacked = true))
            public static int filled() {
                return 42;
            }
        }

        public enum Type implements TypeCustomizer {
            HIT {
                @Override
                public String toString() {
                    return "a hit";
                }
            };

            @Override
            public int getColor() {
                return 0x123456;
            }
        }

        public static final class Urls extends SplitProbe {
            @Override
            public String getName() {
                return "War's URLs";
            }

            @Override
            public boolean isPayloads() {
                return true;
            }
        }

        @Override
        public void run() {
            Controller.startProbeRecording("War's cache", ProbeRecordingOptions.NONE);
            Controller.startProbeRecording("War's URLs", ProbeRecordingOptions.NONE);
            Payload.enter(Cache.class, this, Type.HIT);
            Payload.exit("load");
            Payload.openControlObject(Cache.class, "x", "opened");
            Payload.execute(Cache.class, "opened", "x", null, () -> {});
            Payload.closeControlObject(Cache.class, "x");
            Split.execute(Urls.class, "/order", () -> {});
        }
    }

    @Test
    void isAsGoodAsSimsOwn() throws Exception {
        ChildFirst loader = new ChildFirst("sim.payload.", ApiCopyTest.class.getName());
        Class<?> war = loader.copy(War.class);
        assertThat(loader.copy(Payload.class)).isNotSameAs(Payload.class);
        Metering runtime = Metering.runtime();
        runtime.drainPayloads();
        ((Runnable) war.getConstructor().newInstance()).run();

        PayloadSnapshot drained = runtime.drainPayloads();
        assertThat(drained.rows()).extracting(PayloadRow::text).containsExactlyInAnyOrder("load", "opened", "/order");
        assertThat(drained.objectRows()).extracting(ObjectRow::type).contains(0);
        assertThat(drained.objects()).extracting(ControlObject::name).contains("named by the copy", "opened");
        PayloadProbeEntry cache = drained.probes().stream().filter(probe -> probe.name().equals("War's cache"))
                .findAny().orElseThrow();
        assertThat(cache.objects()).isTrue();
        assertThat(cache.types()).containsExactly(new EventType("a hit", 0x123456));
        assertThat(cache.lines()).containsExactly(
                new PayloadProbeEntry.Line("filled", "to", "PERCENT", 0, true, "MEAN"));
        assertThat(drained.probes()).filteredOn(probe -> probe.name().equals("War's URLs")).singleElement()
                .satisfies(probe -> assertThat(probe.splits() && probe.payloads()).isTrue());
        List<PayloadPoint> points = new ArrayList<>(drained.points());
        while (points.isEmpty()) {
            Thread.onSpinWait();
            points.addAll(runtime.drainPayloads().points());
        }
        assertThat(points.get(0).value()).isEqualTo(42);
        runtime.payloadRuntime().stopRecording("all");
        assertThat(runtime.counters().get("payload.failures")).isZero();
    }
}
