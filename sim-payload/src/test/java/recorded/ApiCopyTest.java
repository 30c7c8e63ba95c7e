package recorded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sim.metrics.probe.Metering;
import sim.model.payload.ControlObject;
import sim.model.payload.ObjectRow;
import sim.model.payload.PayloadPoint;
import sim.model.payload.PayloadProbeEntry;
import sim.model.payload.PayloadProbeEntry.EventType;
import sim.model.payload.PayloadRow;
import sim.model.snapshot.Snapshot;
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
import sim.payload.runtime.JvmPayloads;

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
        ChildFirst loader = new ChildFirst("sim.payload.embedded.", "sim.payload.controller.", "sim.payload.spi.",
                ApiCopyTest.class.getName());
        Class<?> war = loader.copy(War.class);
        assertThat(loader.copy(Payload.class)).isNotSameAs(Payload.class);
        Metering runtime = Metering.runtime();
        runtime.drainFeatures(0, 0);
        ((Runnable) war.getConstructor().newInstance()).run();

        Snapshot drained = runtime.drainFeatures(0, 0);
        assertThat(drained.of(PayloadRow.class)).extracting(PayloadRow::text).containsExactlyInAnyOrder("load",
                "opened", "/order");
        assertThat(drained.of(ObjectRow.class)).extracting(ObjectRow::type).contains(0);
        assertThat(drained.of(ControlObject.class)).extracting(ControlObject::name).contains("named by the copy",
                "opened");
        PayloadProbeEntry cache = drained.of(PayloadProbeEntry.class).stream()
                .filter(probe -> probe.name().equals("War's cache"))
                .findAny().orElseThrow();
        assertThat(cache.objects()).isTrue();
        assertThat(cache.types()).containsExactly(new EventType("a hit", 0x123456));
        assertThat(cache.lines()).containsExactly(
                new PayloadProbeEntry.Line("filled", "to", "PERCENT", 0, true, "MEAN"));
        assertThat(drained.of(PayloadProbeEntry.class)).filteredOn(probe -> probe.name().equals("War's URLs"))
                .singleElement()
                .satisfies(probe -> assertThat(probe.splits() && probe.payloads()).isTrue());
        List<PayloadPoint> points = new ArrayList<>(drained.of(PayloadPoint.class));
        while (points.isEmpty()) {
            Thread.onSpinWait();
            points.addAll(runtime.drainFeatures(0, 0).of(PayloadPoint.class));
        }
        assertThat(points.get(0).value()).isEqualTo(42);
        JvmPayloads.of(runtime).stopRecording("all");
        assertThat(runtime.counters().get("payload.failures")).isZero();
    }
}
