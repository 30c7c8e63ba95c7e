package sim.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes segments: of full slots of the head, of finer segments, and of many small ones. Files are written beside ingestion; one
 * transaction then puts them into the manifest and takes out what they were made of. The upkeep's thread.
 */
final class Rollups {
    /** Instances in a segment, once it is merged: a question for one of them reads little else. */
    static final int TOGETHER = 10;
    /** Segments of a finished period that are merged in any case; fewer only if none of them was merged. */
    private static final int MANY = 4;

    private final Database database;
    private final SegmentFiles files;
    private final Ladder ladder;
    private final Progress progress;
    /** As it is since the last change; nobody else changes it. Null where it is to be read again. */
    private Manifest manifest;
    private long mostBytes = Long.MAX_VALUE;

    Rollups(Database database, SegmentFiles files, Ladder ladder, Progress progress) {
        this.progress = progress;
        this.database = database;
        this.files = files;
        this.ladder = ladder;
    }

    /** Makes segments of the slots that no longer collect. */
    void seal() throws SQLException {
        for (long slot : database.query(Head::slots)) {
            if (slot != database.head.slot()) {
                seal(slot);
            }
        }
    }

    private void seal(long slot) throws SQLException {
        progress.doing("sealing slot " + slot);
        change(Tables.AGEING, (connection, made) -> {
            long opened = Database.number(connection, "SELECT opened_micros FROM slots WHERE slot = ?", slot);
            for (Table<?> table : Tables.AGEING) {
                seal(connection, table, table.in(slot), opened - 2 * ladder.slotMicros(), made);
            }
        }, List.of(), List.of(), () -> {
            Stops.at("slot is being dropped");
            database.execute(
                    "UPDATE store SET last_batch = greatest(last_batch, coalesce((SELECT max(batch) FROM batches_"
                            + slot + "), 0)), last_run = greatest(last_run, coalesce((SELECT max(run) FROM "
                            + CallTables.RUNS.in(slot) + "), 0))");
            for (Table<?> table : Tables.AGEING) {
                database.execute("DROP TABLE " + table.in(slot));
            }
            database.update("DELETE FROM slots WHERE slot = ?", slot);
        });
    }

    /** What came late has segments of its own: the others are found by their narrow times. */
    private void seal(Connection connection, Table<?> table, String rows, long late, List<Segment> made)
            throws SQLException {
        String time = table.time();
        for (String part : List.of(time + " > " + late, time + " <= " + late)) {
            if (Database.number(connection, "SELECT count(*) FROM (SELECT 1 FROM " + rows + " WHERE " + part
                    + " LIMIT 1)") == 0) {
                continue;
            }
            String some = "(SELECT * FROM " + rows + " WHERE " + part + ")";
            add(made, files.write(connection, table, Scope.INSTANCE, 0,
                    "SELECT * FROM " + some + (table.isRolled() ? table.order("instance") : ""), true, 0));
            if (table.isRolled()) {
                add(made, files.write(connection, table, Scope.INSTANCE, 1,
                        table.rollUp("instance", some, ladder.step(1)) + table.order("instance"), false, 0));
            }
            if (table.ofApplication()) {
                add(made, files.write(connection, table, Scope.APPLICATION, 1,
                        table.rollUp("application", table.ofApplications(some), ladder.step(1))
                                + table.order("application"),
                        false, 0));
            }
        }
    }

    private static void add(List<Segment> made, Segment segment) {
        if (segment != null) {
            made.add(segment);
        }
    }

    /** Adds up what has come to the end of the next level's step. */
    void rollUp(long now) throws SQLException {
        for (Scope scope : Scope.values()) {
            for (int level = 1; level < scope.top; level++) {
                long end = Ladder.down(now, ladder.step(level + 1));
                for (Table<?> table : Tables.AGEING) {
                    int of = level;
                    List<Segment> due = manifest().segments.stream().filter(each -> each.is(table, scope)
                            && each.level() == of && table.isRolled() && !each.isRolled() && each.to() <= end).toList();
                    if (!due.isEmpty()) {
                        rollUp(table, scope, level, due);
                    }
                }
            }
        }
    }

    private void rollUp(Table<?> table, Scope scope, int level, List<Segment> due) throws SQLException {
        progress.doing("rolling up " + due.size() + " segments of " + table.name() + " to " + ladder.name(level + 1));
        change(Set.of(table), (connection, made) -> {
            for (List<Segment> some : periods(due, period(ladder, level + 1)).values()) {
                add(made, files.write(connection, table, scope, level + 1,
                        table.rollUp(scope.word(), read(some), ladder.step(level + 1)) + table.order(scope.word()),
                        level + 1 == scope.top, 0));
            }
        }, List.of(), due, () -> Stops.at("roll-up is being committed"));
    }

    /**
     * Merges the small segments of periods that are over.
     *
     * @param most bytes of one that is made, more or less: it goes whole when the store is too large
     */
    void merge(long now, long most) throws SQLException {
        mostBytes = most;
        for (Table<?> table : Tables.AGEING) {
            for (Scope scope : Scope.values()) {
                for (int level = table.isRolled() ? 1 : 0; level <= (table.isRolled()
                        ? scope.top
                        : NotableContexts.LEVEL); level++) {
                    if (table.isRolled()) {
                        merge(table, scope, level, 0, period(ladder, level), now);
                    } else {
                        merge(table, scope, level, 0, level == 0 ? ladder.step(3) : ladder.step(4), now);
                        merge(table, scope, level, 1, level == 0 ? ladder.step(4) : 30 * ladder.step(4), now);
                    }
                }
            }
        }
    }

    private void merge(Table<?> table, Scope scope, int level, int tier, long period, long now) throws SQLException {
        List<Segment> there = manifest().segments.stream().filter(each -> each.is(table, scope)
                && each.level() == level && each.isRolled() && each.to() <= Ladder.down(now, period)).toList();
        for (List<Segment> group : periods(there, period).values()) {
            List<Segment> small = group.stream().filter(each -> each.tier() == tier).toList();
            if (small.size() >= MANY || small.size() >= 2 && small.size() == group.size()) {
                for (List<Segment> part : parts(small)) {
                    if (part.size() > 1) {
                        merge(table, scope, level, tier, part);
                    }
                }
            }
        }
    }

    /** In parts that are not too large, in order of time. */
    private List<List<Segment>> parts(List<Segment> small) {
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
        return parts;
    }

    private void merge(Table<?> table, Scope scope, int level, int tier, List<Segment> small) throws SQLException {
        progress.doing("merging " + small.size() + " segments of " + table.name() + ", " + ladder.name(table, level));
        String rows = read(small);
        change(Set.of(table), (connection, made) -> {
            if (!table.isRolled()) {
                add(made, files.write(connection, table, scope, level, "SELECT * FROM " + rows, true, tier + 1));
                return;
            }
            for (String part : parts(connection, scope, rows)) {
                add(made, files.write(connection, table, scope, level,
                        table.rollUp(scope.word(), "(SELECT * FROM " + rows + " WHERE " + part + ")",
                                ladder.step(level)) + table.order(scope.word()),
                        true, tier + 1));
            }
        }, small, List.of(), () -> Stops.at("merge is being committed"));
    }

    /** Conditions on who, for a few each. */
    private static List<String> parts(Connection connection, Scope scope, String rows) throws SQLException {
        List<String> all = new ArrayList<>();
        try (PreparedStatement statement = connection
                .prepareStatement("SELECT DISTINCT " + scope.word() + " FROM " + rows + " ORDER BY 1");
                java.sql.ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                all.add(row.getString(1));
            }
        }
        List<String> parts = new ArrayList<>();
        for (int from = 0; from < all.size(); from += TOGETHER) {
            parts.add(scope.word() + " BETWEEN " + Pieces.text(all.get(from)) + " AND "
                    + Pieces.text(all.get(Math.min(from + TOGETHER, all.size()) - 1)));
        }
        return parts;
    }

    /** How much time a merged segment of a level has. */
    static long period(Ladder ladder, int level) {
        return switch (level) {
            case 0, 1 -> ladder.step(3);
            case 2 -> ladder.step(4);
            case 3 -> 30 * ladder.step(4);
            default -> 360 * ladder.step(4);
        };
    }

    private static Map<Long, List<Segment>> periods(Collection<Segment> segments, long period) {
        return segments.stream()
                .collect(
                        Collectors.groupingBy(each -> Ladder.up(each.to(), period), TreeMap::new, Collectors.toList()));
    }

    private String read(Collection<Segment> segments) {
        return Pieces.files(files.folder, segments.stream().map(Segment::file).toList());
    }

    private Manifest manifest() throws SQLException {
        if (manifest == null) {
            manifest = database.query(connection -> Manifest.read(connection, ladder));
        }
        return manifest;
    }

    /** Changes the manifest in one transaction: what was made comes in, what it replaces goes. */
    void change(List<Segment> made, List<Segment> replaced, Also also) throws SQLException {
        change(Set.of(), (connection, all) -> all.addAll(made), replaced, List.of(), also);
    }

    /** The same with segments that are made now. */
    void change(Making making, List<Segment> replaced, Also also) throws SQLException {
        change(Set.of(), making, replaced, List.of(), also);
    }

    /** Changes the manifest otherwise. */
    void change(Collection<Table<?>> tables, Also also) throws SQLException {
        change(tables, (connection, made) -> {}, List.of(), List.of(), also);
    }

    /**
     * Whatever fails, no file stays of what was made before it.
     *
     * @param tables that change, beside those of the segments
     * @param replaced asked once all is made
     */
    private void change(Collection<Table<?>> tables, Making making, List<Segment> replaced, List<Segment> rolled,
            Also also) throws SQLException {
        List<Segment> made = new ArrayList<>();
        try {
            database.query(connection -> {
                making.run(connection, made);
                return null;
            });
            manifest = null;
            commit(Stream.concat(tables.stream(),
                    Stream.of(made, replaced, rolled).flatMap(List::stream).map(Segment::table))
                    .collect(Collectors.<Table<?>>toSet()), made, replaced, rolled, also);
        } catch (Throwable failure) {
            files.retire(made);
            throw failure;
        }
        Stops.at("manifest is committed");
        files.retire(replaced);
    }

    private void commit(Collection<Table<?>> tables, List<Segment> made, List<Segment> replaced,
            List<Segment> rolled, Also also) throws SQLException {
        database.inTransaction(connection -> {
            also.run();
            for (Segment each : made) {
                database.update("INSERT INTO segments VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?)",
                        each.file(),
                        each.table().name(), each.scope().word(), each.level(), each.from(), each.to(), each.first(),
                        each.last(), each.rows(), each.bytes(), each.isRolled(), each.tier(), each.checksum());
            }
            for (Segment each : replaced) {
                database.update("DELETE FROM segments WHERE file = ?", each.file());
            }
            for (Segment each : rolled) {
                database.update("UPDATE segments SET rolled = true WHERE file = ?", each.file());
            }
            database.update("UPDATE store SET last_file = greatest(last_file, ?)", files.number());
            database.createViews(tables);
            return null;
        });
    }

    /** Makes segments; adds each to the list at once. */
    interface Making {
        void run(Connection connection, List<Segment> made) throws SQLException;
    }

    /** What else belongs to the transaction. */
    interface Also {
        void run() throws SQLException;
    }
}
