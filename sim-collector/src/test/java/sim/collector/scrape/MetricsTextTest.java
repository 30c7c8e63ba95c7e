package sim.collector.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.wire.totals.SeriesLabels;

/** Names of the application take no scrape away, whatever they are. */
class MetricsTextTest {
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSecondSeriesWithTheSameLabelsIsLeftOutAndCounted(boolean isOpen) {
        MetricsText text = new MetricsText(isOpen);
        for (String name : new String[]{"memory.used", "memory.used", "\"\\\n", "\"\\\n", "ü"}) {
            SeriesLabels labels = SeriesLabels.of("name", name);
            text.gauge("gauge", "help", 1, labels);
            text.counter("counter", "help", 1, labels, 1);
            text.summary("summary", "help", 1, 1, labels, 1);
            text.histogram("histogram", "help", bucket -> 1, 1, bucket -> null, labels, 1);
        }
        String page = page(text);
        assertThat(page.lines().filter(line -> line.contains("} ")).map(line -> line.substring(0,
                line.indexOf("} ")))).doesNotHaveDuplicates();
        assertThat(page.lines().filter(line -> line.startsWith("gauge{"))).hasSize(3);
        assertThat(page).contains("sim_repeated_series 8.0\n");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSumBelowZeroIsLeftOutAndCounted(boolean isOpen) {
        MetricsText text = new MetricsText(isOpen);
        text.counter("counter", "help", -1, SeriesLabels.NONE, 1);
        text.counter("counter", "help", Double.NaN, SeriesLabels.NONE, 1);
        text.summary("summary", "help", -1, 1, SeriesLabels.NONE, 1);
        text.summary("summary", "help", 1, -1, SeriesLabels.NONE, 1);
        text.histogram("histogram", "help", bucket -> bucket == 3 ? -1 : 1, 1, bucket -> null, SeriesLabels.NONE, 1);
        text.gauge("gauge", "help", -5, SeriesLabels.NONE);
        text.counter("counter", "help", 7, SeriesLabels.NONE, 1);
        assertThat(page(text)).contains("sim_negative_series 5.0\n", "gauge -5.0\n",
                "counter_total 7.0\n", "sim_repeated_series 0.0\n").doesNotContain("histogram", "summary");
    }

    private static String page(MetricsText text) {
        StringBuilder page = new StringBuilder();
        for (ByteBuffer piece : text.pieces()) {
            page.append(StandardCharsets.UTF_8.decode(piece));
        }
        return page.toString();
    }
}
