package sim.export.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import org.junit.jupiter.api.Test;
import sim.wire.totals.SeriesLabels;

/** No series takes the others of its scrape away, whatever its value is. */
class FamiliesTest {
    @Test
    void aSumBelowZeroIsLeftOutAndCounted() {
        Families families = new Families();
        families.counter("counter", "help", -1, SeriesLabels.NONE, 1);
        families.counter("counter", "help", Double.NaN, SeriesLabels.NONE, 1);
        families.summary("summary", "help", -1, 1, SeriesLabels.NONE, 1);
        families.summary("summary", "help", 1, -1, SeriesLabels.NONE, 1);
        families.histogram("histogram", "help", bucket -> bucket == 3 ? -1 : 1, 1, bucket -> null, SeriesLabels.NONE,
                1);
        families.gauge("gauge", "help", -5, SeriesLabels.NONE);
        families.counter("counter", "help", 7, SeriesLabels.NONE, 1);
        MetricSnapshots all = families.all();
        assertThat(all.stream().map(each -> each.getMetadata().getName())).containsExactly("counter", "gauge",
                "sim_negative_series", "sim_repeated_series");
        assertThat(gauge(all, "sim_negative_series")).isEqualTo(5);
        assertThat(gauge(all, "sim_repeated_series")).isZero();
        assertThat(gauge(all, "gauge")).isEqualTo(-5);
    }

    private static double gauge(MetricSnapshots all, String name) {
        MetricSnapshot of = all.stream().filter(each -> each.getMetadata().getName().equals(name)).findFirst()
                .orElseThrow();
        return ((GaugeSnapshot) of).getDataPoints().get(0).getValue();
    }
}
