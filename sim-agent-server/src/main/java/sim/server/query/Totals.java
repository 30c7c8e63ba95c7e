package sim.server.query;

import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import sim.model.snapshot.Meter;

/**
 * What all calls in some contexts used, by meter, as a total says it: the self values, what metering took, and what is inside at places without a row. So it is no less
 * than the totals of the outermost calls of any of these contexts. One thread.
 */
final class Totals {
    private static final int BYTES = Long.BYTES * Meter.COUNT + 16;

    private Totals() {}

    /** @param restNanos the self time of calls at places without a row */
    static Map<String, Long> of(Question question, Forest forest, PlaceSums places, long restNanos) {
        question.reserve((long) Integer.BYTES * forest.size());
        BitSet entries = TreeTotals.entries(forest, places);
        int[] entryOf = new int[forest.size()];
        Arrays.fill(entryOf, Forest.NONE);
        long[][] beside = new long[forest.size()][]; // by entry: its total without the self values in it
        long[] all = new long[Meter.COUNT];
        int present = 0;
        for (int place = 0; place < forest.size(); place++) {
            int caller = forest.caller(place);
            entryOf[place] = entries.get(place) ? place : caller == Forest.NONE ? Forest.NONE : entryOf[caller];
            PlaceSums.Figures own = places.figures(place);
            if (own == null) {
                continue;
            }
            if (entries.get(place)) {
                question.reserve(BYTES);
                beside[place] = own.total.clone();
            }
            present |= own.present;
            for (Meter meter : Meter.values()) {
                int i = meter.ordinal();
                all[i] = Sums.plus(all[i], own.self(meter));
                beside[entryOf[place]][i] = Sums.plus(beside[entryOf[place]][i], -own.self(meter));
            }
        }
        addBeside(all, entries, beside, restNanos);
        Map<String, Long> totals = new LinkedHashMap<>();
        for (Meter meter : Meter.values()) {
            if ((present & meter.bit()) != 0 || meter == Meter.WALL && restNanos > 0) {
                totals.put(meter.label(), all[meter.ordinal()]);
            }
        }
        return totals;
    }

    /** An entry that has not ended has no total yet; and one without a row has none here, but its self time is known. */
    private static void addBeside(long[] all, BitSet entries, long[][] beside, long restNanos) {
        long[] sums = new long[Meter.COUNT];
        for (int place = entries.nextSetBit(0); place >= 0; place = entries.nextSetBit(place + 1)) {
            for (int i = 0; i < sums.length; i++) {
                sums[i] = Sums.plus(sums[i], Math.max(0, beside[place][i]));
            }
        }
        int wall = Meter.WALL.ordinal();
        sums[wall] = Math.max(sums[wall], restNanos);
        for (int i = 0; i < all.length; i++) {
            all[i] = Sums.plus(all[i], sums[i]);
        }
    }
}
