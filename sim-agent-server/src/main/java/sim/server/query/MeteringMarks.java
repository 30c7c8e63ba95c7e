package sim.server.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import sim.model.snapshot.Meter;

/**
 * Says of a tree's node what else is in its {@code metering}, which is what its total has beside its self value and the nodes inside. Without such a mark nothing else
 * is known to be in it. One thread.
 */
final class MeteringMarks {
    /**
     * Calls that lie across an end of the range are told in parts: what ended inside them before it is not in the tree, and what ended inside those that
     * go on is. Calls of a hundredth of the range are long enough for that. Where so much of a total is beside that a reader wonders, calls of a ten-thousandth are,
     * if a single one is a hundredth of the total.
     */
    private static final int LONG = 100;
    private static final int NOTABLE = 100;

    private final long longNanos;
    private final List<String> everywhere = new ArrayList<>();

    /** @param narrowed what an answer narrowed to contexts says of itself; empty for a range */
    MeteringMarks(Range range, OffFold tree, Map<String, Object> narrowed, boolean isWhole) {
        this.longNanos = isWhole ? Long.MAX_VALUE : (range.toMicros() - range.fromMicros()) / LONG * 1_000;
        if ((Long) narrowed.getOrDefault("callsElsewhere", 0L) > 0) {
            everywhere.add("rest");
        }
        for (int node = 0; node < tree.size(); node++) {
            if (tree.caller(node) == Forest.NONE && tree.sums()[node] != null
                    && tree.method(node).equals(Explained.OTHER)) {
                everywhere.add("other");
                return;
            }
        }
    }

    void describe(Sums own, Map<String, Object> into) {
        Long longest = own.value(Meter.WALL, "max");
        boolean isLong = longest != null && (longest > longNanos || isNotable(own, longest));
        if (isLong || longest != null && !everywhere.isEmpty()) {
            List<String> more = new ArrayList<>(everywhere);
            if (isLong) {
                more.add("range");
            }
            into.put("meteringHas", more);
        }
    }

    private boolean isNotable(Sums own, long longest) {
        long hundredth = own.value(Meter.WALL, "total") / NOTABLE;
        return longest > longNanos / LONG && longest > hundredth && own.meteringWall() > hundredth;
    }
}
