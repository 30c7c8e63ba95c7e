package sim.server.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.BitSet;
import sim.metrics.snapshot.Meter;

/**
 * Adds up what the places of a forest gained in a range, by group: the method of each, or the node of a merged tree. For a
 * context that is all the work in the contexts that fall into the range, which has no histograms. One thread.
 */
final class PlaceSums {
    private static final String SUMS = "SELECT instance, node, " + Sql.sum("calls") + ", " + Sql.sum("errors")
            + Sql.sums("total") + Sql.sums("self") + Sql.largest("max") + " FROM ";

    private final Question question;
    private final Forest forest;
    private final int[] groups;
    private final Sums[] sums;
    private final BitSet active = new BitSet();
    /** The totals of each place that gained something, by meter. */
    private final long[][] totals;

    private PlaceSums(Question question, Forest forest, int[] groups, int count) {
        this.question = question;
        this.forest = forest;
        this.groups = groups;
        this.sums = new Sums[count];
        this.totals = new long[forest.size()][];
    }

    /** What each of {@code count} groups gained, null where it is nothing; places in group {@link Forest#NONE} are left out. */
    static Sums[] sums(Question question, Forest forest, int[] groups, int count, Range range, TreePart part) {
        PlaceSums places = new PlaceSums(question, forest, groups, count);
        if (part.context() == null) {
            places.readRange(range);
        } else {
            places.readContexts(range, part.context());
        }
        return places.sums;
    }

    private void readContexts(Range range, ContextFilter filter) {
        question.each(SUMS + "(SELECT r.* FROM context_rows r JOIN (SELECT instance, context, sequence "
                + "FROM contexts WHERE start_micros <= ? AND (end_micros = 0 OR to_micros > ?)) c "
                + "USING (instance, context, sequence) WHERE " + Inside.on("r.context", filter)
                + ") WHERE instance IN " + Range.INSTANCES + " GROUP BY instance, node", this::add,
                Sql.join(new Object[]{range.toMicros(), range.fromMicros()}, range.with()));
        addTotals();
    }

    private void readRange(Range range) {
        String ranged = " IN " + Range.INSTANCES + " AND to_micros > ? AND to_micros <= ? GROUP BY ";
        Object[] arguments = range.with(range.fromMicros(), range.toMicros());
        question.each(SUMS + "tree_rows WHERE instance" + ranged + "instance, node", this::add, arguments);
        BitSet outermost = addTotals();
        question.each("SELECT r.instance, r.node, e.label, " + Sql.sum("r.total") + ", " + Sql.sum("r.self")
                + ", max(r.max) FROM extra_rows r JOIN extra_meters e ON e.instance = r.instance AND e.meter = r.meter "
                + "WHERE r.instance" + ranged + "r.instance, r.node, e.label", row -> {
                    int place = forest.find(row.getString(1), row.getInt(2));
                    if (isKnown(place)) {
                        sums[groups[place]].addExtra(row.getString(3), outermost.get(place) ? row.getLong(4) : 0,
                                row.getLong(5), row.getLong(6));
                    }
                }, arguments);
        question.each(
                "SELECT instance, node, bucket, " + Sql.sum("calls") + " FROM wall_buckets WHERE instance" + ranged
                        + "instance, node, bucket",
                row -> addBucket(row, Meter.WALL.label(), row.getInt(3), row.getLong(4)), arguments);
        question.each("SELECT b.instance, b.node, b.meter, e.label, b.bucket, " + Sql.sum("b.calls")
                + " FROM meter_buckets b LEFT JOIN extra_meters e ON e.instance = b.instance AND e.meter = b.meter "
                + "WHERE b.instance" + ranged + "b.instance, b.node, b.meter, e.label, b.bucket", row -> {
                    int meter = row.getInt(3);
                    String label = meter < Meter.COUNT ? Meter.at(meter).label() : row.getString(4);
                    if (label != null) {
                        addBucket(row, label, row.getInt(5), row.getLong(6));
                    }
                }, arguments);
    }

    private void addBucket(ResultSet row, String meter, int bucket, long calls) throws SQLException {
        int place = forest.find(row.getString(1), row.getInt(2));
        if (isKnown(place) && sums[groups[place]].addBucket(meter, bucket, calls)) {
            question.reserve(MergedHistogram.BYTES);
        }
    }

    private boolean isKnown(int place) {
        return place != Forest.NONE && active.get(place);
    }

    private void add(ResultSet row) throws SQLException {
        int place = forest.find(row.getString(1), row.getInt(2));
        if (place == Forest.NONE || groups[place] == Forest.NONE) {
            return;
        }
        if (sums[groups[place]] == null) {
            question.reserve(Sums.BYTES);
            sums[groups[place]] = new Sums();
        }
        sums[groups[place]].add(row, 3);
        long[] own = new long[Meter.COUNT];
        question.reserve(8 * Meter.COUNT + 16);
        for (int i = 0; i < Meter.COUNT; i++) {
            own[i] = row.getLong(5 + i);
        }
        totals[place] = own;
        active.set(place);
    }

    private BitSet addTotals() {
        BitSet outermost = forest.outermost(groups, sums.length, active);
        for (int place = outermost.nextSetBit(0); place >= 0; place = outermost.nextSetBit(place + 1)) {
            sums[groups[place]].addTotals(totals[place]);
        }
        return outermost;
    }
}
