package sim.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Makes few segments of many, so that a question opens a bounded number of files however long the range is: those of a level are
 * merged by the hour, by the day, by 30 days and by 360, each once the period is over. A level has only such periods as its rows
 * are kept for twice as long, because a segment goes whole. The upkeep's thread.
 */
final class Merging {
    /** The most instances of a segment after its last merge, so that a question for one instance reads few rows of others. */
    static final int TOGETHER = 10;
    /** About how many segments the last periods of a level have together. With more periods, more instances share a segment. */
    private static final int LAST = 60;
    /** So many segments of a finished period are always merged. Fewer are merged only if none of them was merged before. */
    private static final int MANY = 4;
    /** If a level has more segments than this, late rows are merged into segments that were merged before, however few the late rows are. */
    static final int CROWDED = 75;

    private final Rollups rollups;
    private final SegmentFiles files;
    private final Ladder ladder;
    private final Progress progress;
    private final Turns turns = new Turns();
    private long mostBytes;

    Merging(Rollups rollups, SegmentFiles files, Ladder ladder, Progress progress) {
        this.rollups = rollups;
        this.files = files;
        this.ladder = ladder;
        this.progress = progress;
    }

    /**
     * Merges the small segments of periods that are over.
     *
     * @param most bytes of one that is made, more or less: it goes whole when the store is too large
     */
    void merge(long now, long most, Keep keep) throws SQLException {
        mostBytes = most;
        turns.begin();
        for (Table<?> table : Tables.AGEING) {
            for (Scope scope : Scope.values()) {
                int top = table.isRolled() ? scope.top : NotableContexts.LEVEL;
                for (int level = table.isRolled() && scope == Scope.APPLICATION ? 1 : 0; level <= top; level++) {
                    long kept = table.isRolled()
                            ? keep.of(scope, level)
                            : level == NotableContexts.LEVEL ? keep.notable() : keep.detail();
                    Of of = new Of(table, scope, level, periods(ladder, level, table.isRolled(), kept), kept);
                    turns.run(table.name() + " " + scope + " " + level, () -> merge(of, now));
                }
            }
        }
        turns.end();
    }

    /** The periods by which a level is merged, the shortest first. */
    static List<Long> periods(Ladder ladder, int level, boolean isRolled, long kept) {
        long hour = ladder.step(3);
        long day = ladder.step(4);
        List<Long> all = !isRolled
                ? level == NotableContexts.LEVEL ? List.of(day, 30 * day) : List.of(hour, day, 30 * day)
                : level <= 2
                        ? List.of(hour, day, 30 * day)
                        : level == 3 ? List.of(day, 30 * day) : List.of(30 * day, 360 * day);
        return all.stream().filter(period -> period <= kept / 2).toList();
    }

    private void merge(Of of, long now) throws SQLException {
        for (int tier = 0; tier < of.periods.size(); tier++) {
            List<Segment> there = rollups.manifest().segments.stream()
                    .filter(each -> each.is(of.table, of.scope) && each.level() == of.level && each.isRolled())
                    .toList();
            for (List<Segment> group : due(there, of.periods, tier, now)) {
                merge(of, tier, tier == of.periods.size() - 1, group);
            }
        }
    }

    /**
     * Those of a level that are to be merged with one another.
     *
     * @param tier by which of the periods
     */
    static List<List<Segment>> due(List<Segment> there, List<Long> periods, int tier, long now) {
        long period = periods.get(tier);
        boolean isCrowded = there.size() > CROWDED;
        List<Segment> over = there.stream().filter(each -> each.to() <= Ladder.down(now, period)).toList();
        List<List<Segment>> due = new ArrayList<>();
        for (List<Segment> group : Rollups.periods(over, period).values()) {
            List<Segment> small = group.stream().filter(each -> each.tier() <= tier).toList();
            if (small.size() >= MANY || small.size() >= 2 && small.size() == group.size()) {
                due.add(small);
            } else if (isCrowded && !small.isEmpty()) {
                List<Segment> all = group.stream().filter(each -> each.tier() <= tier + 1).toList();
                if (all.size() > 1) {
                    due.add(all);
                }
            }
        }
        return due;
    }

    private void merge(Of of, int tier, boolean isLast, List<Segment> small) throws SQLException {
        for (List<Segment> part : parts(small, mostBytes)) {
            List<Segment> sound = isWorthIt(part, tier) ? rollups.damage.sound(part) : List.of();
            if (isWorthIt(sound, tier)) {
                write(of, tier, isLast, sound);
            }
        }
    }

    /** Whether merging makes one segment of several, at least one of which was not merged by this period yet. */
    static boolean isWorthIt(List<Segment> part, int tier) {
        return part.size() > 1 && part.stream().anyMatch(each -> each.tier() <= tier);
    }

    /** Divides segments into parts of limited size, in order of time. A single last segment joins the part before it. */
    static List<List<Segment>> parts(List<Segment> small, long mostBytes) {
        List<List<Segment>> parts = new ArrayList<>();
        long bytes = Long.MAX_VALUE;
        for (Segment each : small) {
            if (bytes > mostBytes - each.bytes()) {
                parts.add(new ArrayList<>());
                bytes = 0;
            }
            parts.get(parts.size() - 1).add(each);
            bytes += each.bytes();
        }
        int last = parts.size() - 1;
        if (last > 0 && parts.get(last).size() == 1) {
            parts.get(last - 1).addAll(parts.remove(last));
        }
        return parts;
    }

    private void write(Of of, int tier, boolean isLast, List<Segment> small) throws SQLException {
        Table<?> table = of.table;
        progress.doing(
                "merging " + small.size() + " segments of " + table.name() + ", " + ladder.name(table, of.level));
        String rows = rollups.read(small);
        rollups.change((connection, made) -> {
            if (!table.isRolled()) {
                Rollups.add(made, files.write(connection, table, of.scope, of.level, Pieces.select(table) + rows,
                        true, tier + 1));
                return;
            }
            List<String> who = isLast
                    ? who(connection, of.scope, rows, of.parts(of.periods.get(tier)))
                    : List.of("true");
            for (String part : who) {
                String some = rows + " WHERE " + part;
                Rollups.add(made, files.write(connection, table, of.scope, of.level,
                        (of.level == 0
                                ? Pieces.select(table) + some
                                : table.rollUp(of.scope.word(), "(SELECT * FROM " + some + ")",
                                        ladder.step(of.level)))
                                + table.order(of.scope.word()),
                        true, tier + 1));
            }
        }, small, () -> Stops.at("merge is being committed"));
    }

    /** Conditions on who, for a few each. */
    private static List<String> who(Connection connection, Scope scope, String rows, int parts)
            throws SQLException {
        List<String> all = new ArrayList<>();
        try (PreparedStatement statement = connection
                .prepareStatement("SELECT DISTINCT " + scope.word() + " FROM " + rows + " ORDER BY 1");
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                all.add(row.getString(1));
            }
        }
        int together = Math.max(TOGETHER, (all.size() + parts - 1) / parts);
        List<String> conditions = new ArrayList<>();
        for (int from = 0; from < all.size(); from += together) {
            conditions.add(scope.word() + " BETWEEN " + Literals.text(all.get(from)) + " AND "
                    + Literals.text(all.get(Math.min(from + together, all.size()) - 1)));
        }
        return conditions;
    }

    /** The rows of a table that are merged with one another. */
    private record Of(Table<?> table, Scope scope, int level, List<Long> periods, long kept) {
        /**
         * Into how many segments its last period is divided. A question for an application reads those with it alone; one for all
         * instances reads all of them.
         */
        int parts(long period) {
            return scope == Scope.APPLICATION ? Integer.MAX_VALUE : (int) Math.max(1, LAST * period / kept);
        }
    }
}
