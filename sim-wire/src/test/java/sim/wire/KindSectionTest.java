package sim.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import sim.model.rows.ContextRowPacker;
import sim.model.rows.ContextRows;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.Rest;
import sim.model.snapshot.TreeRow;

class KindSectionTest {
    private static final long[] TOTALS = new long[Meter.COUNT];

    static {
        TOTALS[0] = 700;
        TOTALS[Meter.COUNT - 1] = 4_096;
    }

    @Test
    void kindsAndWhatContextsDoNotShowTravel() throws WireException {
        ContextRecord context = new ContextRecord(7, 0, "order", "shop", "main", 5, 9, null, Map.of(), 12, 1, 1, TOTALS,
                1, 2, List.of(), rows(3, 4), new Rest(5, 1, 900, 3));
        Batch batch = new Batch(3, 1, 2, Contents.NONE.with(Sections.CONTEXTS, List.of(context))
                .with(Sections.KINDS,
                        List.of(kind("order", 2, rows(1, 2, 3)), kind("", 0, List.of()).with(0, new long[0]))));
        Batch read = (Batch) FrameCodec.decode(FrameCodec.encode(batch));
        assertThat(read.kinds()).hasSize(2);
        KindRecord order = read.kinds().get(0);
        assertThat(order).usingRecursiveComparison().ignoringFields("rows").isEqualTo(batch.kinds().get(0));
        assertThat(order.rows()).usingRecursiveComparison().isEqualTo(List.copyOf(batch.kinds().get(0).rows()));
        assertThat(read.kinds().get(1).rows()).isEmpty();
        assertThat(read.contexts().get(0).rest()).isEqualTo(new Rest(5, 1, 900, 3));
        assertThat(read.contexts().get(0).rows()).extracting(TreeRow::node).containsExactly(3, 4);
    }

    @Test
    void aFullSpoolAddsKindsUpAndLosesNone() {
        List<KindRecord> melted = Sections.KINDS.melt(
                List.of(List.of(kind("a", 2, rows(1, 2)), kind("b", 1, rows(1))), List.of(kind("a", 5, rows(2, 9)))),
                0);
        assertThat(melted).extracting(KindRecord::name).containsExactly("a", "b");
        KindRecord a = melted.get(0);
        assertThat(a.contexts()).isEqualTo(7);
        assertThat(a.wallNanos()).isEqualTo(7_000);
        assertThat(a.longestNanos()).isEqualTo(5_000);
        assertThat(a.buckets()).containsExactly(3, 2, 40, 5);
        assertThat(a.totals()[0]).isEqualTo(1_400);
        assertThat(a.rows()).extracting(TreeRow::node).containsExactly(1, 2, 9);
        assertThat(a.rows()).extracting(TreeRow::count).containsExactly(1L, 4L, 9L);
    }

    @Test
    void packedPlacesAreFarSmallerThanRows() {
        ContextRows rows = rows(1, 2, 3, 4, 5, 6, 7, 8);
        assertThat(rows.length()).isLessThan(8 * 100);
        long perRow = Sections.ROWS.bytes(List.copyOf(rows)) / 8;
        assertThat(perRow).isGreaterThan(300);
    }

    /** Even where every interval has other places. */
    @Test
    void whatAFullSpoolAddsUpStaysPacked() {
        List<List<KindRecord>> waiting = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            waiting.add(List.of(kind("a", 1, rows(IntStream.range(i * 50, i * 50 + 100).toArray()))));
        }
        List<KindRecord> melted = Sections.KINDS.melt(waiting, 0);
        assertThat(melted.get(0).rows()).hasSize(1_050);
        assertThat(Sections.KINDS.bytes(melted)).isLessThan(1_050 * 150);
        assertThat(melted.get(0).rows().stream().mapToLong(TreeRow::count).sum()).isEqualTo(waiting.stream()
                .flatMap(kinds -> kinds.get(0).rows().stream()).mapToLong(TreeRow::count).sum());
    }

    @Test
    void aKindThatIsLargerThanAFrameIsHalvedByItsPlaces() {
        KindRecord large = kind("a", 7, rows(IntStream.range(1, 60_001).toArray()));
        List<KindRecord> pieces = new ArrayList<>();
        halve(Contents.NONE.with(Sections.KINDS, List.of(large)), pieces);
        assertThat(pieces).hasSizeGreaterThan(1);
        assertThat(pieces).extracting(KindRecord::contexts).containsOnlyOnce(7L);
        KindRecord whole = Sections.KINDS.melt(pieces.stream().map(List::of).toList(), 0).get(0);
        assertThat(whole).usingRecursiveComparison().ignoringFields("rows").isEqualTo(large);
        assertThat(whole.rows()).hasSize(60_000).first().usingRecursiveComparison().isEqualTo(large.rows().get(0));
        assertThat(whole.rows().stream().mapToLong(row -> row.total()[0]).sum())
                .isEqualTo(large.rows().stream().mapToLong(row -> row.total()[0]).sum());
    }

    private static void halve(Contents contents, List<KindRecord> pieces) {
        if (FrameCodec.encode(new Batch(1, 1, 2, contents)).length <= Wire.MAX_FRAME) {
            pieces.addAll(contents.of(Sections.KINDS));
        } else {
            assertThat(contents.halves()).hasSize(2);
            contents.halves().forEach(half -> halve(half, pieces));
        }
    }

    private static KindRecord kind(String name, long contexts, List<TreeRow> rows) {
        return new KindRecord(name, "shop", contexts, 1, 1, contexts * 1_000, contexts, 0, (1 << Meter.COUNT) - 1,
                TOTALS, rows).with(1_000 * contexts, contexts == 0 ? new long[0] : new long[]{3, 1, 40, contexts - 1});
    }

    /** A row a node, called as often as its number says. */
    private static ContextRows rows(int... nodes) {
        int[] order = ContextRows.order((1 << Meter.COUNT) - 1);
        ContextRowPacker packer = new ContextRowPacker();
        for (int node : nodes) {
            long[] sums = new long[3 * order.length];
            for (int i = 0; i < order.length; i += 2) {
                sums[3 * i] = 1_000_000L * node + i;
                sums[3 * i + 1] = 500_000L * node;
                sums[3 * i + 2] = 1_000_000L;
            }
            packer.add(node, nodes.length == 2 && node == 2 ? 2 : node, 0, (1 << Meter.COUNT) - 1, order, sums, 0);
        }
        return packer.take();
    }
}
