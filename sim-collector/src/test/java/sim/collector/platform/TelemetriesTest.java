package sim.collector.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import sim.metrics.spi.Telemetry;
import sim.wire.PlatformMeasure;
import sim.wire.PlatformSample;

class TelemetriesTest {
    private final AtomicLong failures = new AtomicLong();
    private final List<String> said = new ArrayList<>();
    private final Telemetries telemetries = new Telemetries(failures, said::add, said::add);

    @Test
    void thePlatformsMeasuresAreTelemetries() {
        telemetries.sample(1);
        PlatformSample sample = telemetries.sample(2);
        assertThat(sample.timeMicros()).isEqualTo(2);
        assertThat(sample.values()).containsKeys("heap.used", "cpu.time", "cpu.usage", "threads.live", "disk.free");
        assertThat(sample.values().keySet()).allMatch(name -> PlatformMeasure.labelled(name) != null);
        assertThat(sample.values().values()).allMatch(value -> value >= 0);
        assertThat(sample.values().get("memory.used")).isGreaterThan(sample.values().get("heap.used"));
    }

    @Test
    void anotherTelemetryIsReadBesideThem() {
        double[] length = {3};
        telemetries.add(telemetry("orders.waiting", "count", () -> length[0]));
        telemetries.add(telemetry("water", "litres", () -> -2.5));
        assertThat(telemetries.sample(1).values()).containsEntry("orders.waiting", 3.0)
                .containsEntry("water (litres)", -2.5).containsKey("heap.used");
        length[0] = Double.NaN;
        assertThat(telemetries.sample(2).values()).doesNotContainKey("orders.waiting").containsKey("heap.used");
        assertThat(failures).hasValue(0);
    }

    @Test
    void oneThatThrowsIsCountedAndHoldsUpNoOther() {
        telemetries.add(telemetry("broken", "count", () -> {
            throw new IllegalStateException("of the test");
        }));
        telemetries.add(telemetry(null, "count", () -> 1.0));
        telemetries.add(telemetry("deep", "count", () -> deep(1)));
        telemetries.add(telemetry("good", "count", () -> 1.0));
        Map<String, Double> values = telemetries.sample(1).values();
        assertThat(values).containsEntry("good", 1.0).containsKey("heap.used").doesNotContainKeys("broken", "deep");
        assertThat(failures).hasValue(3);
        assertThat(said).hasSize(3).anyMatch(line -> line.contains("broken") && line.contains("of the test"));
    }

    @Test
    void theFirstOfOneNameStaysAndThereAreNotManyMore() {
        telemetries.add(telemetry("heap.used", "count", () -> -1.0));
        assertThat(telemetries.sample(1).values().get("heap.used")).isPositive();
        for (int each = 0; each < 1_000; each++) {
            telemetries.add(telemetry("t" + each, "count", () -> 1.0));
        }
        assertThat(telemetries.sample(2).values()).hasSizeLessThan(200);
        assertThat(failures.get()).isGreaterThan(800);
    }

    @Test
    void oneThatIsCalledAsThePlatformsIsLeftOutWhateverItsUnit() {
        telemetries.add(telemetry("memory.used", "bytes", () -> -1.0));
        telemetries.add(telemetry("uptime", "ns", () -> -1.0));
        assertThat(telemetries.sample(1).values()).doesNotContainValue(-1.0);
        assertThat(failures).hasValue(2);
        telemetries.add(telemetry("uptime", "days", () -> -1.0)); // by its unit it is another
        assertThat(telemetries.sample(1).values()).containsEntry("uptime (days)", -1.0);
    }

    @Test
    void aUnitTravelsWithItsName() {
        String label = PlatformSample.label("water (hot)", "litres");
        assertThat(PlatformSample.name(label)).isEqualTo("water (hot)");
        assertThat(PlatformSample.unit(label)).isEqualTo("litres");
        assertThat(PlatformSample.unit("heap.used")).isEqualTo("bytes");
        assertThat(PlatformSample.unit("orders.waiting")).isEqualTo("count");
    }

    private static double deep(double depth) {
        return deep(depth + 1) + 1;
    }

    private static Telemetry telemetry(String name, String unit, Callable<Double> reading) {
        return new Telemetry() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public String unit() {
                return unit;
            }

            @Override
            public double read() throws Exception {
                return reading.call();
            }
        };
    }
}
