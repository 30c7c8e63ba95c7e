package sim.metrics.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import sim.base.name.Names;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.Meter;

/** What the collector takes of a tally, whatever happens while it does. */
class TakenTest {
    private static final int WALL = Meter.WALL.bit();
    private static final int BYTES = Meter.ALLOC.ordinal();

    private final Names names = new Names(100);
    private final CallTree tree = new CallTree(100, names);
    private final Node place = tree.root().child(names.parse("shop.Cart").name("place"));
    private final NumbersMemory memory = new NumbersMemory(64 << 20);

    /** The call is in no interval without its part of the percentiles. */
    @Test
    void aCollectorWithoutMemoryForAHistogramTakesNothing() {
        Layout layout = new Layout(WALL, 0, Meter.COUNT);
        Ledger ledger = new Ledger(layout, memory);
        boolean[] isFull = {true};
        Tally tally = new Tally(place, layout) {
            @Override
            int[] histogram() {
                if (isFull[0]) {
                    throw new OutOfMemoryError("the test's");
                }
                return super.histogram();
            }
        };
        ledger.addWall(tally, 1_000, 0, 0);
        Taken taken = layout.newTaken();
        Row row = new Row(Meter.COUNT);
        assertThatThrownBy(() -> taken.take(tally, layout, row)).isInstanceOf(OutOfMemoryError.class);
        assertThat(taken.count).isZero();
        assertThat(row.count).isZero();
        isFull[0] = false;
        taken.take(tally, layout, row);
        assertThat(row.count).isEqualTo(1);
        assertThat(calls(row.buckets)).isEqualTo(1);
    }

    /** The row has no room for the meter: it fails there. */
    @Test
    void soDoesOneWithoutMemoryForAFurtherHistogram() {
        Layout layout = new Layout(WALL | 1 << BYTES, 1 << BYTES, Meter.COUNT);
        Ledger ledger = new Ledger(layout, memory);
        Tally tally = ledger.own(place);
        long[] deltas = new long[Meter.COUNT];
        deltas[0] = 1_000;
        deltas[BYTES] = 16;
        ledger.add(tally, new int[]{0, BYTES}, WALL | 1 << BYTES, deltas, new long[Meter.COUNT], MeasureGroup.EVERY, 0,
                false);
        Taken taken = layout.newTaken();
        Row full = new Row(1);
        assertThatThrownBy(() -> taken.take(tally, layout, full)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(taken.count).isZero();
        Row row = new Row(Meter.COUNT);
        taken.take(tally, layout, row);
        assertThat(row.count).isEqualTo(1);
        assertThat(row.total[BYTES]).isEqualTo(16);
        assertThat(calls(row.buckets(BYTES))).isEqualTo(1);
    }

    /** Its owner counts calls of which nothing is read while the collector looks: they are all of one interval. */
    @Test
    void callsThatAreLeftOutMeanwhileAreUnreadInTheIntervalThatHasThem() {
        Layout layout = new Layout(WALL, 0, Meter.COUNT);
        Ledger ledger = new Ledger(layout, memory);
        int[] meanwhile = {3};
        Tally tally = new Tally(place, layout) {
            @Override
            long count() {
                long count = super.count();
                if (meanwhile[0]-- > 0) {
                    ledger.addLeftOut(this, new int[0], new long[0], false);
                }
                return count;
            }
        };
        for (int i = 0; i < 5; i++) {
            ledger.addWall(tally, 1_000, 0, 0);
        }
        Taken taken = layout.newTaken();
        Row row = new Row(Meter.COUNT);
        taken.take(tally, layout, row);
        assertThat(row.count - row.unread().time()).as("timed").isEqualTo(5);
        Row next = new Row(Meter.COUNT);
        taken.take(tally, layout, next);
        assertThat(next.count).isEqualTo(next.unread().time());
        assertThat(row.count + next.count).isEqualTo(8);
    }

    private static long calls(BucketSums buckets) {
        long calls = 0;
        long[] pairs = buckets.pairs();
        for (int i = 1; i < pairs.length; i += 2) {
            calls += pairs[i];
        }
        return calls;
    }
}
