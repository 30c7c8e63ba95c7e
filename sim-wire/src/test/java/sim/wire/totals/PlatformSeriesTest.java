package sim.wire.totals;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;
import sim.wire.PlatformSample;

/** However many telemetries instances have, the series of a scrape are bounded, and what is past that is counted. */
class PlatformSeriesTest {
    /** Keeps the labels of what it is given. */
    private static final class Kept implements Series {
        private final Map<String, Set<SeriesLabels>> gauges = new HashMap<>();
        private double leftOut;

        @Override
        public void counter(String name, String help, double value, SeriesLabels labels, long createdMillis) {
            throw new AssertionError(name);
        }

        @Override
        public void gauge(String name, String help, double value, SeriesLabels labels) {
            leftOut = name.equals("sim_left_out_telemetries") ? value : leftOut;
            gauges.computeIfAbsent(name, added -> new HashSet<>()).add(labels);
        }

        @Override
        public void histogram(String name, String help, IntToLongFunction calls, double sum,
                IntFunction<KindTotals.Exemplar> examples, SeriesLabels labels, long createdMillis) {
            throw new AssertionError(name);
        }

        @Override
        public void summary(String name, String help, long count, double sum, SeriesLabels labels, long createdMillis) {
            throw new AssertionError(name);
        }
    }

    @Test
    void telemetriesPastTheBoundAreLeftOutAndCounted() {
        Kept kept = new Kept();
        PlatformSeries series = new PlatformSeries(kept);
        for (int i = 0; i < 210; i++) {
            Map<String, Double> values = new HashMap<>(Map.of("heap.used", 1.0));
            for (int telemetry = 0; telemetry < 100; telemetry++) {
                values.put("queue " + telemetry + " (length)", 5.0);
            }
            InstanceTotals instance = new InstanceTotals("instance " + i, "shop");
            instance.sampled(new PlatformSample(1, values));
            series.add(instance, SeriesLabels.of("application", "shop", "instance", instance.instance()));
        }
        assertThat(kept.gauges.get("sim_telemetry")).hasSize(PlatformSeries.MOST_TELEMETRIES);
        series.end();
        assertThat(kept.leftOut).isEqualTo(210 * 100 - PlatformSeries.MOST_TELEMETRIES);
        assertThat(kept.gauges.get("jvm_memory_used_bytes")).as("has no such bound").hasSize(210);
    }
}
