package sim.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import sim.model.rows.ContextRowPacker;
import sim.model.rows.ContextRows;
import sim.model.snapshot.Meter;
import sim.model.snapshot.TreeRow;

/** Sums by place, in tables that are used again. */
class PlaceTableTest {
    private static final int ALL = (1 << Meter.COUNT) - 1;
    private static final int PLACES = 16;

    private final Random random = new Random(17);

    @Test
    void aTableThatIsUsedAgainHasNothingOfItsEarlierUse() {
        for (int[] meters : new int[][]{{0}, {0, 1, 2, 12}, ordinals(ALL)}) {
            int[] ordinals = ContextRows.order(Arrays.stream(meters).map(meter -> 1 << meter).sum());
            ContextMemory memory = new ContextMemory(1 << 20);
            PlaceTable table = PlaceTable.create(PLACES, ordinals, memory);
            PlaceTable kind = PlaceTable.createAnyway(1 << 20, ordinals, memory);
            PlaceTable rest = PlaceTable.createAnyway(1, ordinals, memory);
            SortedMap<Integer, Sum> ofKind = new TreeMap<>();
            for (int use = 0; use < 200; use++) {
                SortedMap<Integer, Sum> expected = new TreeMap<>();
                int places = 1 + random.nextInt(PLACES);
                for (int call = random.nextInt(60); call >= 0; call--) {
                    add(table, 100 * random.nextInt(3) + random.nextInt(places), meters, expected);
                }
                assertThat(rows(table)).isEqualTo(expected.toString());
                if (use % 3 > 0) {
                    kind.moveAll(table, rest);
                    assertThat(table.counted()).isZero();
                    expected.forEach((node, sum) -> ofKind.computeIfAbsent(node, any -> new Sum()).add(sum));
                }
                table.clear();
            }
            assertThat(rows(kind)).isEqualTo(ofKind.toString());
            assertThat(rest.size()).isZero();
        }
    }

    @Test
    void aPlaceTakesFortyBytesWithWallTimeAlone() {
        PlaceTable table = PlaceTable.createAnyway(64, new int[]{0}, new ContextMemory(1 << 20));
        long small = table.bytes();
        for (int node = 0; node < 64; node++) {
            table.add(node, new int[]{0}, 1, new long[]{1}, new long[]{0}, false);
        }
        // 40 of sums, 4 of the node, and 8 of the table by which it is found
        assertThat(table.bytes() - small).isEqualTo((64 - 8) * (40 + 4 + 8));
    }

    private void add(PlaceTable to, int node, int[] meters, SortedMap<Integer, Sum> expected) {
        long[] deltas = new long[Meter.COUNT];
        long[] inner = new long[Meter.COUNT];
        boolean seldom = random.nextInt(4) == 0;
        for (int meter : meters) {
            if (seldom || (Meter.SELDOM & 1 << meter) == 0) {
                deltas[meter] = random.nextInt(1_000);
                inner[meter] = random.nextInt((int) deltas[meter] + 1);
            }
        }
        boolean failed = random.nextInt(10) == 0;
        int present = Arrays.stream(meters).map(meter -> 1 << meter).sum();
        if (to.add(node, meters, present, deltas, inner, failed) != PlaceTable.FULL) {
            Sum sum = expected.computeIfAbsent(node, any -> new Sum());
            sum.count++;
            sum.errors += failed ? 1 : 0;
            sum.present |= present;
            for (int meter : meters) {
                sum.numbers[meter] += deltas[meter];
                sum.numbers[Meter.COUNT + meter] += deltas[meter] - inner[meter];
                sum.largest[meter] = Math.max(sum.largest[meter], deltas[meter]);
            }
        }
    }

    private static int[] ordinals(int meters) {
        return IntStream.range(0, Meter.COUNT).filter(meter -> (meters & 1 << meter) != 0).toArray();
    }

    private static String rows(PlaceTable table) {
        ContextRowPacker packer = new ContextRowPacker();
        table.packByNode(packer);
        SortedMap<Integer, Sum> rows = new TreeMap<>();
        for (TreeRow row : packer.take()) {
            Sum sum = new Sum();
            sum.count = row.count();
            sum.errors = row.errors();
            sum.present = row.present();
            System.arraycopy(row.total(), 0, sum.numbers, 0, Meter.COUNT);
            System.arraycopy(row.self(), 0, sum.numbers, Meter.COUNT, Meter.COUNT);
            System.arraycopy(row.max(), 0, sum.largest, 0, Meter.COUNT);
            rows.put(row.node(), sum);
        }
        return rows.toString();
    }

    private static final class Sum {
        long count;
        long errors;
        int present;
        final long[] numbers = new long[2 * Meter.COUNT];
        final long[] largest = new long[Meter.COUNT];

        void add(Sum other) {
            count += other.count;
            errors += other.errors;
            present |= other.present;
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] += other.numbers[i];
            }
            for (int i = 0; i < largest.length; i++) {
                largest[i] = Math.max(largest[i], other.largest[i]);
            }
        }

        @Override
        public String toString() {
            return count + " " + errors + " " + present + " " + Arrays.toString(numbers) + Arrays.toString(largest);
        }
    }
}
