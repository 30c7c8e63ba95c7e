package sim.metrics.tree;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sim.model.snapshot.Buckets;

/** Where values count that a histogram has no octave for. */
class HistogramTest {
    @ParameterizedTest
    @CsvSource({"4096, 1000, 1000000, 1023", "500000, 1000, 1000000, 524288", "31000, 1000, 1000000, 524288",
            "5, 1000, 1000000, 512", "9000000000000000000, 1000, 1000000, 1048575",
            "0, 9000000000000000000, 9000000000000000000, 4611686018427387904"})
    void inTheNearestBucketOfTheNearestOctave(long value, long one, long other, long expected) {
        long met = octave(one) | octave(other);
        assertThat(Histogram.nearest(met, Buckets.indexOf(value))).isEqualTo(Buckets.indexOf(expected));
    }

    private static long octave(long value) {
        return 1L << (Buckets.indexOf(value) >>> 4);
    }
}
