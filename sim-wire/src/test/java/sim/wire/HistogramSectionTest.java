package sim.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.HistogramRow;
import sim.model.snapshot.Meter;

class HistogramSectionTest {
    private static final int CPU = Meter.CPU.ordinal();
    private static final int ALLOC = Meter.ALLOC.ordinal();
    /** The meter that was added last. */
    private static final int LAST = Meter.COUNT - 1;
    private static final List<HistogramRow> ROWS = List.of(row(1, CPU, 0, 7, 1, 1), row(1, ALLOC, 3, 1),
            row(20_000, Meter.COUNT + 3, 0, Long.MAX_VALUE, Buckets.COUNT - 1, 1), row(20_001, CPU));

    @Test
    void histogramsTravel() throws WireException {
        Batch read = (Batch) FrameCodec.decode(FrameCodec.encode(batch(ROWS)));
        assertThat(read.histograms()).usingRecursiveComparison().isEqualTo(ROWS);
    }

    /** A server from before histograms: it leaves them out, counts that it did, and reads the rest. */
    @Test
    void anOlderServerReadsTheRest() throws Exception {
        List<String> sections = new ArrayList<>(Hello.ownSections());
        sections.set(Sections.ALL.indexOf(Sections.HISTOGRAMS), "what it does not know");
        Dialect older = Dialect.of(hello(Hello.meters(List.of("orders", "queue")), sections));
        Batch sent = new Batch(1, 0, 1,
                Samples.batch().contents().with(Sections.HISTOGRAMS, ROWS));
        Batch read = (Batch) FrameCodec.decode(FrameCodec.encode(sent), older);
        assertThat(read.histograms()).isEmpty();
        assertThat(read.skipped()).containsExactly("what it does not know");
        assertThat(read.rows()).usingRecursiveComparison().isEqualTo(sent.rows());
    }

    @Test
    void theMeterIsKnownByItsName() throws Exception {
        List<MeterEntry> meters = new ArrayList<>(Hello.meters(List.of("orders")));
        meters.remove(LAST);
        Dialect older = Dialect.of(hello(meters, Hello.ownSections()));
        Batch read = (Batch) FrameCodec.decode(FrameCodec.encode(batch(List.of(row(1, LAST, 5, 1)))), older);
        assertThat(read.histograms().get(0).meter()).isEqualTo(Meter.COUNT);
        byte[] unnamed = FrameCodec.encode(batch(List.of(row(1, Meter.COUNT + 1, 5, 1))));
        assertThatThrownBy(() -> FrameCodec.decode(unnamed, older)).isInstanceOf(WireException.class)
                .hasMessage("a meter that the hello does not name: " + (Meter.COUNT + 1));
    }

    @Test
    void aFullSpoolAddsThemUpAndLosesNone() {
        assertThat(Sections.HISTOGRAMS.share()).isZero();
        assertThat(Sections.HISTOGRAMS.melt(List.of(List.of(row(2, CPU, 5, 1), row(1, ALLOC, 3, 1)),
                List.of(row(2, CPU, 4, 1, 5, 2), row(2, ALLOC, 9, 9))), 0)).usingRecursiveComparison()
                .isEqualTo(List.of(row(1, ALLOC, 3, 1), row(2, CPU, 4, 1, 5, 3), row(2, ALLOC, 9, 9)));
    }

    private static Batch batch(List<HistogramRow> rows) {
        return new Batch(1, 0, 1, Contents.NONE.with(Sections.HISTOGRAMS, rows));
    }

    private static HistogramRow row(int node, int meter, long... buckets) {
        return new HistogramRow(node, meter, buckets);
    }

    private static Hello hello(List<MeterEntry> meters, List<String> sections) {
        return new Hello(4, "shop", "i", "", "web-1", 43, "JVM", 0, false, meters, sections);
    }
}
