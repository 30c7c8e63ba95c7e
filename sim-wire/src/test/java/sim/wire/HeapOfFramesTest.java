package sim.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sim.model.snapshot.HistogramRow;
import sim.model.snapshot.Meter;
import sim.model.snapshot.TreeRow;

/** What a frame becomes on the heap, at worst: rows of nine bytes, whose three arrays differ. */
class HeapOfFramesTest {
    private static final int ROWS = 20_000;

    @ParameterizedTest
    @MethodSource("extra")
    void noFrameTakesMoreHeapThanIsReckonedWithHoweverManyMetersThereAre(int extra) throws Exception {
        Dialect dialect = dialect(extra);
        byte[] frame = frame(Meter.COUNT + extra);
        assertThat(frame.length).isLessThan(ROWS * 9 + 100);
        Batch batch = (Batch) FrameCodec.decode(frame, dialect);
        assertThat(batch.rows().get(7).max()).hasSize(Meter.COUNT + extra);
        long taken = Sections.ROWS.bytes(batch.rows());
        assertThat(FrameCodec.heapBytes(frame.length, dialect)).isBetween(taken, taken + taken / 100);
        assertThat(taken).isGreaterThan(48L * frame.length);
    }

    @ParameterizedTest
    @MethodSource("extra")
    void aFrameThatNeedsMoreThanThereIsIsRefusedForWhatItSays(int extra) throws Exception {
        Dialect dialect = dialect(extra);
        byte[] frame = frame(Meter.COUNT + extra);
        assertThatThrownBy(() -> FrameCodec.decode(frame, dialect, 1 << 20)).isInstanceOfSatisfying(WireException.class,
                refused -> assertThat(refused.blames()).isEqualTo(Blame.BATCH)).hasMessageContaining("-Xmx");
    }

    /** A bucket of a histogram takes a byte in a frame, and sixteen on the heap. */
    @Test
    void histogramsTakeFromTheSameHeap() {
        List<HistogramRow> rows = new ArrayList<>();
        long[] buckets = new long[1_000];
        for (int i = 0; i < buckets.length; i += 2) {
            buckets[i] = i / 2;
            buckets[i + 1] = 1;
        }
        for (int node = 1; node <= 1_000; node++) {
            rows.add(new HistogramRow(node, 1, buckets));
        }
        byte[] frame = FrameCodec.encode(new Batch(1, 0, 1, Contents.NONE.with(Sections.HISTOGRAMS, rows)));
        assertThatThrownBy(() -> FrameCodec.decode(frame, Dialect.OWN, 1 << 20)).isInstanceOfSatisfying(
                WireException.class, refused -> assertThat(refused.blames()).isEqualTo(Blame.BATCH))
                .hasMessageContaining("-Xmx");
    }

    /** So many meters of extensions: none, one, and as many as a hello may name. */
    private static IntStream extra() {
        return IntStream.of(0, 1, Wire.MAX_METERS - Meter.COUNT);
    }

    private static Dialect dialect(int extra) throws WireException {
        List<String> labels = IntStream.range(0, extra).mapToObj(i -> "extra" + i).toList();
        return Dialect.of(new Hello(Wire.VERSION, "shop", "i", "host", 1, "JVM", 0, false, labels));
    }

    private static byte[] frame(int meters) {
        int present = 1 | 1 << meters - 1;
        List<TreeRow> rows = new ArrayList<>();
        for (int node = 1; node <= ROWS; node++) {
            rows.add(new TreeRow(node, 1, 0, present, values(meters, 3), values(meters, 2), values(meters, 1),
                    new long[0]));
        }
        return FrameCodec.encode(new Batch(1, 0, 1, Contents.NONE.with(Sections.ROWS, rows)));
    }

    private static long[] values(int meters, long wall) {
        long[] values = new long[meters];
        values[0] = wall;
        return values;
    }
}
