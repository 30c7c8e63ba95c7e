package sim.server.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.BitSet;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.Meter;
import sim.model.snapshot.Unread;

/**
 * Adds up what the places of a forest gained in a range, by group: the method of each, or the node of a merged tree. For a
 * context that is all the work in the contexts that fall into the range, for a kind the work in all its contexts; neither has
 * histograms. One thread.
 */
final class PlaceSums {
    private static final String SUMS = "SELECT instance, node, " + Sql.sum("calls") + ", " + Sql.sum("errors")
            + Sql.sums("total") + Sql.sums("self") + Sql.largest("max");
    /** Columns of {@link #unread}. */
    static final String UNREAD = Sql.sum("no_time") + " AS no_time, " + Sql.sum("no_cpu") + " AS no_cpu, "
            + Sql.sum("no_contention") + " AS no_contention, bit_or(mixed) AS mixed";

    /** What one place gained that is needed by place. */
    static final class Figures {
        /** Of an array of totals: the meters' by their ordinals, then the time of waiting for work. */
        static final int WIDTH = Meter.COUNT + 1;
        private static final int BYTES = 16 * Meter.COUNT + 144;

        long calls;
        int present;
        /** Whether CPU time was read in most of its calls. */
        boolean knowsCpu = true;
        final long[] total = new long[Meter.COUNT];
        private final long[] self = new long[Meter.COUNT];
        long wallSelf;
        long cpuSelf;
        long blockedSelf;
        /** The wall time of the longest call. */
        long longest;
        /** Of the wall time, what was waiting for work. */
        long idleSelf;
        long idleTotal;
        /** How many calls the histogram of wall time has, and what these took in all, ns: whole calls, whatever counts elsewhere. */
        long timedCalls;
        long timed;
        /** For how many calls more each shipment's histogram stands, and what they took if it was as much. */
        private double untimedCalls;
        private double untimed;
        /** What calls that were not read took of their own, if each took as much as those of its shipment that were, ns. */
        private double unreadSelf;
        Unread unread = Unread.NOTHING;
        /** By meter, what calls that were not read took of their own, if it was as much as of the others; null where all were read. */
        private long[] estimate;

        /** The own wall time of a timed call on average, ns. */
        long meanSelf() {
            return wallSelf / Math.max(1, calls - unread.time());
        }

        /** Adds calls of the histogram of wall time. None took longer than the longest, where the histogram had no room for its bucket. */
        void addTimed(int bucket, long calls) {
            timedCalls = Sums.plus(timedCalls, calls);
            long each = Math.min(Buckets.middle(bucket), longest);
            timed = Sums.plus(timed, calls > 0 && each > Long.MAX_VALUE / calls ? Long.MAX_VALUE : each * calls);
        }

        /** Adds calls that were not read, beside those in the same shipment's histogram. */
        private void addUntimed(int bucket, double calls) {
            untimedCalls += calls;
            untimed += Math.min(Buckets.middle(bucket), longest) * calls;
        }

        /** What all calls took, if those that were not read took as long as the others of their shipment, ns. */
        double timedOfAll() {
            return timedCalls == 0 ? 0 : (timed + untimed) / (timedCalls + untimedCalls) * calls;
        }

        /** Whether not each call was timed. */
        boolean isSampled() {
            return unread.time() > 0;
        }

        /** Says what its calls that were not read are to count for: as {@link Sums#mean} has it. */
        void addUnread(Weighed more) {
            long timed = calls - unread.time();
            unreadSelf = timed <= 0
                    ? 0
                    : (wallSelf + more.own(Meter.WALL)) / (timed + more.calls(MeasureGroup.TIME)) * calls - wallSelf;
        }

        long unreadSelf() {
            return (long) Math.max(0, unreadSelf);
        }

        /** The total of wall time, and what calls that were not read took of their own. */
        long totalOfAll() {
            return Sums.plus(total[Meter.WALL.ordinal()], unreadSelf());
        }

        /** Whether a meter was read in most of its calls. */
        private boolean isRead(MeasureGroup group) {
            return unread.of(group) * 2 <= calls;
        }

        boolean hasCpu() {
            return knowsCpu && (present & Meter.CPU.bit()) != 0;
        }

        long total(Meter meter) {
            return total[meter.ordinal()];
        }

        long self(Meter meter) {
            return self[meter.ordinal()];
        }

        /** What the totals lack of the own figures and of the totals of what is inside, null for nothing. */
        long[] lacks(long[] inside) {
            long[] lacks = null;
            for (int i = 0; i < WIDTH; i++) { // nearly each place lacks nothing, so the array waits for the first that does
                boolean isMeter = i < Meter.COUNT;
                long lack = Sums.plus(isMeter ? self[i] : idleSelf, inside[i]) - (isMeter ? total[i] : idleTotal);
                if (lack > 0) {
                    lacks = lacks == null ? new long[WIDTH] : lacks;
                    lacks[i] = lack;
                }
            }
            return lacks;
        }

        /** Adds the totals, with what they lack, to those of others. */
        void totalsInto(long[] sums, long[] lacking) {
            for (int i = 0; i < WIDTH; i++) {
                sums[i] = Sums.plus(sums[i], i < Meter.COUNT ? total[i] : idleTotal);
                sums[i] = lacking == null ? sums[i] : Sums.plus(sums[i], lacking[i]);
            }
        }
    }

    private final Question question;
    private final Forest forest;
    private final int[] groups;
    private final Sums[] sums;
    private final BitSet active = new BitSet();
    /** By place, null where nothing was gained. */
    private final Figures[] figures;
    /** Whether not each call of each place was read. */
    private boolean isSampled;

    private PlaceSums(Question question, Forest forest, int[] groups, int count) {
        this.question = question;
        this.forest = forest;
        this.groups = groups;
        this.sums = new Sums[count];
        this.figures = new Figures[forest.size()];
    }

    /** What each of {@code count} groups gained; places in group {@link Forest#NONE} are left out. */
    static PlaceSums read(Question question, Forest forest, int[] groups, int count, Range range, TreePart part) {
        PlaceSums places = new PlaceSums(question, forest, groups, count);
        if (part.kind() != null) {
            places.readKind(range, part.kind());
        } else if (part.context() == null) {
            places.readRange(range);
        } else {
            places.readContexts(range);
        }
        return places;
    }

    /** By group; null where it gained nothing. */
    Sums[] sums() {
        return sums;
    }

    /** What a place gained, or null. */
    Figures figures(int place) {
        return figures[place];
    }

    /** The same by place. */
    Figures[] figures() {
        return figures;
    }

    private void readContexts(Range range) {
        UnreadPlaces unread = UnreadPlaces.read(question, range, forest,
                "instance IN (SELECT instance FROM inside_records)");
        question.each(SUMS + " FROM (SELECT r.* FROM context_rows r JOIN " + Inside.LAST
                + " c USING (instance, context, sequence) WHERE "
                + Times.of(question, "inside_records").on("r.to_micros")
                + ") WHERE instance IN " + Range.INSTANCES + " GROUP BY instance, node",
                row -> add(row, unread),
                Sql.join(new Object[]{range.toMicros(), range.fromMicros()}, range.with()));
        addTotals();
    }

    /** Of all contexts of the kind, whichever are kept one by one. */
    private void readKind(Range range, KindFilter kind) {
        UnreadPlaces unread = UnreadPlaces.read(question, range, forest, "true");
        question.each(
                SUMS + " FROM context_kind_rows WHERE " + question.during(range, "instance", "to_micros") + " AND "
                        + KindFilter.ON + " GROUP BY instance, node",
                row -> add(row, unread), kind.with());
        addTotals();
    }

    private void readRange(Range range) {
        String ranged = " WHERE " + question.during(range, "instance", "to_micros") + " GROUP BY ";
        question.each(SUMS + ", " + UNREAD + " FROM tree_rows" + ranged + "instance, node",
                row -> add(row, unread(row), false));
        Idle.find(question, range, forest, figures);
        addEstimates();
        if (isSampled) {
            Weighed.read(question, range, forest, (place, more) -> {
                if (isKnown(place)) {
                    question.reserve(Weighed.BYTES);
                    sums[groups[place]].add(more);
                    figures[place].addUnread(more);
                }
            });
        }
        BitSet outermost = addTotals();
        eachOf("extra_rows", "SELECT r.instance, r.node, e.label, " + Sql.sum("r.total") + ", " + Sql.sum("r.self")
                + ", max(r.max) FROM extra_rows r JOIN " + labels("r") + "WHERE "
                + question.during(range, "r.instance", "to_micros") + " GROUP BY ALL", row -> {
                    int place = forest.find(row.getString(1), row.getInt(2));
                    if (isKnown(place)) {
                        sums[groups[place]].addExtra(row.getString(3), outermost.get(place) ? row.getLong(4) : 0,
                                row.getLong(5), row.getLong(6));
                    }
                });
        eachOf("wall_buckets",
                "SELECT instance, node, bucket, " + Sql.sum("calls") + " FROM wall_buckets" + ranged
                        + "instance, node, bucket",
                row -> {
                    addBucket(row, Meter.WALL.label(), row.getInt(3), row.getLong(4));
                    int place = forest.find(row.getString(1), row.getInt(2));
                    if (isKnown(place)) {
                        figures[place].addTimed(row.getInt(3), row.getLong(4));
                    }
                });
        if (isSampled && CountedElsewhere.needsAll(forest, figures)) {
            eachOf("wall_buckets",
                    "SELECT b.instance, b.node, b.bucket, sum(CAST(b.calls AS DOUBLE) * t.no_time / (t.calls - t.no_time)) "
                            + "FROM wall_buckets b JOIN (SELECT instance, node, to_micros, calls, no_time FROM tree_rows WHERE "
                            + question.during(range, "instance", "to_micros")
                            + " AND no_time > 0 AND no_time < calls) t USING (instance, node, to_micros) WHERE "
                            + question.during(range, "b.instance", "b.to_micros")
                            + " GROUP BY b.instance, b.node, b.bucket",
                    row -> {
                        int place = forest.find(row.getString(1), row.getInt(2));
                        if (isKnown(place)) {
                            figures[place].addUntimed(row.getInt(3), row.getDouble(4));
                        }
                    });
        }
        CountedElsewhere.find(question, forest, figures, groups, outermost, sums);
        eachOf("meter_buckets", "SELECT b.instance, b.node, b.meter, e.label, b.bucket, " + Sql.sum("b.calls")
                + " FROM meter_buckets b LEFT JOIN " + labels("b") + "WHERE "
                + question.during(range, "b.instance", "to_micros") + " GROUP BY ALL", row -> {
                    int meter = row.getInt(3);
                    String label = meter < Meter.COUNT ? Meter.at(meter).label() : row.getString(4);
                    if (label != null) {
                        addBucket(row, label, row.getInt(5), row.getLong(6));
                    }
                });
    }

    /** Asks for rows of a table, if it may have any. */
    private void eachOf(String table, String sql, Question.Row row) {
        if (question.has(table)) {
            question.each(sql, row);
        }
    }

    /** The labels of extensions' meters: an application's sums number them alike for all instances. */
    private String labels(String row) {
        return question.isOfApplication()
                ? "meter_labels e ON e.number = " + row + ".meter "
                : "extra_meters e ON e.instance = " + row + ".instance AND e.meter = " + row + ".meter ";
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

    static Unread unread(ResultSet row) throws SQLException {
        return new Unread(row.getLong("no_time"), row.getLong("no_cpu"), row.getLong("no_contention"),
                row.getInt("mixed"));
    }

    private void add(ResultSet row, UnreadPlaces unread) throws SQLException {
        int place = forest.find(row.getString(1), row.getInt(2));
        add(row, unread.of(place, row.getLong(3), self(row, Meter.WALL) > 0), true);
    }

    private void add(ResultSet row, Unread unread, boolean isLeast) throws SQLException {
        int place = forest.find(row.getString(1), row.getInt(2));
        if (place == Forest.NONE || groups[place] == Forest.NONE) {
            return;
        }
        if (sums[groups[place]] == null) {
            question.reserve(Sums.BYTES);
            sums[groups[place]] = new Sums();
        }
        sums[groups[place]].add(row, 3);
        if (isLeast) {
            sums[groups[place]].addLeast(unread);
        } else {
            sums[groups[place]].add(unread);
        }
        question.reserve(Figures.BYTES);
        Figures own = new Figures();
        own.unread = unread;
        own.calls = row.getLong(3);
        own.knowsCpu = unread.cpu() * 2 <= own.calls;
        for (int i = 0; i < Meter.COUNT; i++) {
            own.total[i] = row.getLong(5 + i);
            own.present |= row.wasNull() ? 0 : 1 << i;
            own.self[i] = row.getLong(5 + Meter.COUNT + i);
        }
        own.wallSelf = self(row, Meter.WALL);
        own.cpuSelf = self(row, Meter.CPU);
        own.blockedSelf = self(row, Meter.BLOCK_TIME);
        own.longest = row.getLong(5 + 2 * Meter.COUNT + Meter.WALL.ordinal());
        if (!unread.isNothing()) {
            isSampled = true;
            question.reserve(Long.BYTES * Meter.COUNT);
            own.estimate = new long[Meter.COUNT];
            for (Meter meter : Meter.values()) {
                long calls = unread.of(MeasureGroup.of(meter));
                own.estimate[meter.ordinal()] = calls >= own.calls
                        ? 0
                        : (long) ((double) self(row, meter) / (own.calls - calls) * calls);
            }
        }
        figures[place] = own;
        active.set(place);
    }

    private static long self(ResultSet row, Meter meter) throws SQLException {
        return row.getLong(5 + Meter.COUNT + meter.ordinal());
    }

    /**
     * Says what calls took that were not read, for the order of rows alone: see {@link Sums#rank}. All of it is in the self value of the next caller
     * that was read, so together they are no more than that: short calls look longer where they are read.
     */
    private void addEstimates() {
        long[][] inside = new long[figures.length][];
        for (int place = active.nextSetBit(0); place >= 0; place = active.nextSetBit(place + 1)) {
            long[] estimate = figures[place].estimate;
            for (int i = 0; estimate != null && i < Meter.COUNT; i++) {
                int reader = estimate[i] <= 0 ? Forest.NONE : reader(place, MeasureGroup.of(Meter.at(i)));
                if (reader != Forest.NONE) {
                    if (inside[reader] == null) {
                        question.reserve(Long.BYTES * Meter.COUNT);
                        inside[reader] = new long[Meter.COUNT];
                    }
                    inside[reader][i] += estimate[i];
                }
            }
        }
        for (int place = active.nextSetBit(0); place >= 0; place = active.nextSetBit(place + 1)) {
            long[] estimate = figures[place].estimate;
            for (int i = 0; estimate != null && i < Meter.COUNT; i++) {
                if (estimate[i] > 0) {
                    int reader = reader(place, MeasureGroup.of(Meter.at(i)));
                    double there = reader == Forest.NONE
                            ? 1
                            : Math.max(0, figures[reader].self[i]) / (double) inside[reader][i];
                    sums[groups[place]].addEstimate(i, (long) (estimate[i] * Math.min(1, there)));
                }
            }
        }
    }

    /** The next caller of a place in which a group is read, or {@link Forest#NONE}. */
    private int reader(int place, MeasureGroup group) {
        int caller = forest.caller(place);
        while (caller != Forest.NONE && !(active.get(caller) && figures[caller].isRead(group))) {
            caller = forest.caller(caller);
        }
        return caller;
    }

    private BitSet addTotals() {
        BitSet outermost = forest.outermost(groups, sums.length, active);
        for (int place = active.nextSetBit(0); place >= 0; place = active.nextSetBit(place + 1)) {
            Figures own = figures[place];
            sums[groups[place]].addIdle(own.idleSelf, outermost.get(place) ? own.idleTotal : 0);
            if (outermost.get(place)) {
                sums[groups[place]].addTotals(own.total);
            }
        }
        return outermost;
    }
}
