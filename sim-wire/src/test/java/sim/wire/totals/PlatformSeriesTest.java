package sim.wire.totals;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import sim.wire.PlatformSample;

/** However many telemetries instances have, the series of a scrape are bounded, and what is past that is counted. */
class PlatformSeriesTest {
    private static final long NOW = 1_000_000_000_000L;

    @Test
    void telemetriesPastTheBoundAreLeftOutAndCounted() {
        KeptSeries kept = new KeptSeries();
        PlatformSeries series = new PlatformSeries(kept);
        for (int i = 0; i < 210; i++) {
            Map<String, Double> values = new HashMap<>(Map.of("heap.used", 1.0));
            for (int telemetry = 0; telemetry < 100; telemetry++) {
                values.put("queue " + telemetry + " (length)", 5.0);
            }
            InstanceTotals instance = new InstanceTotals("instance " + i, "shop");
            instance.sampled(new PlatformSample(1, values), NOW);
            series.add(instance, SeriesLabels.of("application", "shop", "instance", instance.instance()), NOW);
        }
        assertThat(named(kept, "sim_telemetry[")).isEqualTo(PlatformSeries.MOST_TELEMETRIES);
        series.end();
        assertThat(kept.gauges).containsEntry("sim_left_out_telemetries[]",
                210 * 100.0 - PlatformSeries.MOST_TELEMETRIES);
        assertThat(named(kept, "jvm_memory_used_bytes[")).as("has no such bound").isEqualTo(210);
    }

    /** Times a billionth, 300 ms would be 0.30000000000000004 s. */
    @Test
    void whatWasMeasuredIsToldWithoutNoise() {
        InstanceTotals instance = new InstanceTotals("one", "shop");
        instance.sampled(new PlatformSample(1, Map.of("cpu.time", 3e8, "gc.count", 2.0, "gc.time", 7e8)), NOW);
        KeptSeries kept = new KeptSeries();
        new PlatformSeries(kept).add(instance, SeriesLabels.NONE, NOW);
        assertThat(kept.sums).containsEntry("process_cpu_seconds[]", 0.3)
                .containsEntry("jvm_gc_collection_seconds_sum[gc, all]", 0.7);
    }

    private static long named(KeptSeries kept, String beginning) {
        return kept.gauges.keySet().stream().filter(series -> series.startsWith(beginning)).count();
    }

    /** A connection may stand for long while its program does not answer. */
    @Test
    void whatWasSaidLongAgoIsNotToldAsOfNow() {
        InstanceTotals instance = new InstanceTotals("one", "shop");
        instance.sampled(new PlatformSample(1, Map.of("heap.used", 5.0, "cpu.time", 1e9)), NOW);
        assertThat(series(instance, NOW + 60_000)).hasSize(2);
        assertThat(series(instance, NOW + 60_001)).isEmpty();
        instance.sampled(new PlatformSample(2, Map.of("heap.used", 6.0)), NOW + 100_000);
        assertThat(series(instance, NOW + 100_000)).hasSize(1);
    }

    @Test
    void whoReportsSeldomIsToldUntilTwoReportsAreMissing() {
        InstanceTotals instance = new InstanceTotals("one", "shop");
        for (int i = 0; i < 3; i++) { // two samples in a batch
            instance.sampled(new PlatformSample(2 * i, Map.of("heap.used", 5.0)), NOW + i * 300_000);
            instance.sampled(new PlatformSample(2 * i + 1, Map.of("heap.used", 5.0)), NOW + i * 300_000);
        }
        assertThat(series(instance, NOW + 1_200_000)).hasSize(1);
        assertThat(series(instance, NOW + 1_200_001)).isEmpty();
    }

    private static List<String> series(InstanceTotals instance, long now) {
        KeptSeries kept = new KeptSeries();
        new PlatformSeries(kept).add(instance, SeriesLabels.of("application", "shop"), now);
        assertThat(kept.gauges.remove("sim_instance_connected[application, shop]")).isEqualTo(1);
        List<String> all = new ArrayList<>(kept.gauges.keySet());
        all.addAll(kept.sums.keySet());
        return all;
    }
}
