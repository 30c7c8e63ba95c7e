package sim.store;

import java.sql.Connection;
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
 * Makes segments: of full slots of the head, and of finer segments. {@link Merging} makes few of many. Files are written beside ingestion; one
 * transaction then puts them into the manifest and takes out what they were made of. The upkeep's thread.
 */
final class Rollups {
    /** Into so many segments a table of a slot is divided. */
    private static final int MOST_PARTS = 64;
    /** A slot is often a little larger than it may be, by what comes between two looks at the store: it is divided if it is so many times larger. */
    private static final int LARGE = 4;

    private final Database database;
    private final SegmentFiles files;
    private final Ladder ladder;
    private final Progress progress;
    private final StuckSlots stuck = new StuckSlots();
    private final Turns turns = new Turns();
    /** Whoever reads segments to write others asks it first. */
    final Damage damage;
    /**
     * As it is since the last change. Null where it is to be read again, as after a question has set a segment aside: any thread says so, and if the
     * upkeep reads the old one meanwhile, its next change fails, and it reads the new one.
     */
    private volatile Manifest manifest;
    private long mostBytes = Long.MAX_VALUE;
    private boolean isBarred;

    Rollups(Database database, SegmentFiles files, Ladder ladder, Progress progress) {
        this.progress = progress;
        this.database = database;
        this.files = files;
        this.ladder = ladder;
        this.damage = new Damage(database, files.folder, progress, () -> manifest = null);
    }

    /** Bounds the bytes of a segment of what is not rolled up, more or less: it goes whole when the store is too large. */
    void bound(long most) {
        mostBytes = most;
    }

    /**
     * Makes segments of the slots that no longer collect. If one cannot become segments, the others still do. It is to blame where it fails at what
     * is in it. Any other failure may pass, and each round tries again.
     */
    void seal() throws SQLException {
        isBarred = true; // by whatever ends this before all had their turn
        SQLException passing = null;
        for (long slot : waiting()) {
            SQLException failure = trySeal(slot);
            if (failure != null && Failures.isOfAll(failure)) {
                throw failure;
            }
            passing = failure == null ? passing : failure;
        }
        isBarred = false;
        progress.stuck(stuck.told());
        if (passing != null) {
            throw passing;
        }
    }

    /**
     * The same before something is forgotten. What a slot fails at keeps nothing from being forgotten: what goes, goes from its tables. Returns a line
     * for each such slot.
     */
    List<String> sealToForget() throws SQLException {
        List<String> unsealed = new ArrayList<>();
        for (long slot : waiting()) {
            SQLException failure = trySeal(slot);
            if (failure != null && Failures.isFatal(failure)) {
                throw failure;
            }
            if (failure != null) {
                unsealed.add("slot " + slot + " cannot become segments (" + Failures.line(failure)
                        + "); what was to be forgotten went from its tables");
            }
        }
        progress.stuck(stuck.told());
        return unsealed;
    }

    /** Whether no slot could become segments now: the last one that was to, could not for what any other would fail at. */
    boolean isBarred() {
        return isBarred;
    }

    /** The slots that no longer collect and may become segments now. */
    private List<Long> waiting() throws SQLException {
        return database.query(Head::slots).stream().filter(slot -> slot != database.head.slot() && !stuck.rests(slot))
                .toList();
    }

    /** Returns why it failed; null where it did not, or rests from now on because of what is in it. */
    private SQLException trySeal(long slot) {
        try {
            seal(slot);
            stuck.sealed(slot);
            return null;
        } catch (StoreException away) { // or opened again
            throw away;
        } catch (SQLException | RuntimeException failure) {
            if (!Failures.isFatal(failure) && Failures.isOfTheData(failure)) { // a fatal one may tell what was before it
                stuck.add(slot, failure);
                return null;
            }
            return failure instanceof SQLException sql ? sql : new SQLException(failure.toString(), failure);
        }
    }

    /** Removes slots that could not become segments and whose rows are all older than a time; returns the rows. */
    long removeStuck(long micros) throws SQLException {
        long rows = 0;
        for (long slot : stuck.slots()) {
            if (database.query(c -> Database.number(c, "SELECT opened_micros FROM slots WHERE slot = ?", slot)
                    + 2 * ladder.slotMicros()) > micros) {
                continue;
            }
            for (Table<?> table : Tables.AGEING) {
                rows += database.query(c -> Database.number(c, "SELECT count(*) FROM " + table.rowsIn(slot)));
            }
            change(Tables.AGEING, () -> drop(slot));
            database.head.there.end(slot);
            stuck.sealed(slot);
        }
        progress.stuck(stuck.told());
        return rows;
    }

    private void seal(long slot) throws SQLException {
        progress.doing("sealing slot " + slot);
        change(Tables.AGEING, (connection, made) -> {
            long opened = Database.number(connection, "SELECT opened_micros FROM slots WHERE slot = ?", slot);
            for (Table<?> table : Tables.AGEING) {
                seal(connection, table, table.rowsIn(slot), opened - 2 * ladder.slotMicros(), made);
            }
        }, List.of(), List.of(), () -> {
            Stops.at("slot is being dropped");
            drop(slot);
        });
        database.head.there.end(slot);
    }

    private void drop(long slot) throws SQLException {
        database.execute("UPDATE store SET last_batch = greatest(last_batch, coalesce((SELECT max(batch) FROM batches_"
                + slot + "), 0)), last_run = greatest(last_run, coalesce((SELECT max(run) FROM "
                + CallTables.RUNS.in(slot) + "), 0))");
        for (Table<?> table : Tables.AGEING) {
            database.execute("DROP TABLE " + table.in(slot));
        }
        database.update("DELETE FROM slots WHERE slot = ?", slot);
    }

    /** Late rows get segments of their own, so that the other segments keep their narrow ranges of time, by which questions find them. */
    private void seal(Connection connection, Table<?> table, String rows, long late, List<Segment> made)
            throws SQLException {
        String time = table.time();
        for (String part : List.of(time + " > " + late, time + " <= " + late)) {
            if (Database.number(connection, "SELECT count(*) FROM (SELECT 1 FROM " + rows + " WHERE " + part
                    + " LIMIT 1)") == 0) {
                continue;
            }
            String some = "(SELECT * FROM " + rows + " WHERE " + part + ")";
            if (table.isRolled()) {
                add(made, files.write(connection, table, Scope.INSTANCE, 0,
                        "SELECT * FROM " + some + table.order("instance"), true, 0));
                add(made, files.write(connection, table, Scope.INSTANCE, 1,
                        table.rollUp("instance", some, ladder.step(1)) + table.order("instance"), false, 0));
            } else {
                keep(connection, table, some, made);
            }
            if (table.ofApplication()) {
                add(made, files.write(connection, table, Scope.APPLICATION, 1,
                        table.rollUp("application", table.ofApplications(some), ladder.step(1))
                                + table.order("application"),
                        false, 0));
            }
        }
    }

    /** Rows that stay as they came. Where a burst has made a slot larger than a segment may be, the later part stays when the earlier one goes. */
    private void keep(Connection connection, Table<?> table, String rows, List<Segment> made) throws SQLException {
        Segment whole = files.write(connection, table, Scope.INSTANCE, 0, "SELECT * FROM " + rows, true, 0);
        if (whole == null || whole.bytes() / LARGE <= mostBytes || whole.from() == whole.to()) {
            add(made, whole);
            return;
        }
        files.discard(List.of(whole));
        long parts = Math.min(MOST_PARTS, whole.bytes() / Math.max(1, mostBytes) + 1);
        long after = Long.MIN_VALUE;
        for (int part = 1; part <= parts; part++) {
            long upTo = part == parts
                    ? whole.to()
                    : Database.number(connection, "SELECT quantile_disc(" + table.time() + ", "
                            + (double) part / parts + ") FROM " + rows);
            if (upTo > after) {
                add(made, files.write(connection, table, Scope.INSTANCE, 0, "SELECT * FROM " + rows + " WHERE "
                        + table.time() + " > " + after + " AND " + table.time() + " <= " + upTo, true, 0));
                after = upTo;
            }
        }
    }

    static void add(List<Segment> made, Segment segment) {
        if (segment != null) {
            made.add(segment);
        }
    }

    /** Adds up what has come to the end of the next level's step. */
    void rollUp(long now) throws SQLException {
        turns.begin();
        for (Scope scope : Scope.values()) {
            for (int level = 1; level < scope.top; level++) {
                int of = level;
                long end = Ladder.down(now, ladder.step(level + 1));
                for (Table<?> table : Tables.AGEING) {
                    if (table.isRolled()) {
                        turns.run(table.name() + " " + scope + " " + level, () -> rollUp(table, scope, of, end));
                    }
                }
            }
        }
        turns.end();
    }

    private void rollUp(Table<?> table, Scope scope, int level, long end) throws SQLException {
        List<Segment> sound = damage.sound(manifest().segments.stream().filter(each -> each.is(table, scope)
                && each.level() == level && !each.isRolled() && each.to() <= end).toList());
        if (!sound.isEmpty()) {
            rollUp(table, scope, level, sound);
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

    /** How much time a segment of a level may have that a roll-up writes. */
    static long period(Ladder ladder, int level) {
        return switch (level) {
            case 0, 1 -> ladder.step(3);
            case 2 -> ladder.step(4);
            case 3 -> 30 * ladder.step(4);
            default -> 360 * ladder.step(4);
        };
    }

    /** By the end of the period in which their latest row is. */
    static Map<Long, List<Segment>> periods(Collection<Segment> segments, long period) {
        return segments.stream()
                .collect(
                        Collectors.groupingBy(each -> Ladder.up(each.to(), period), TreeMap::new, Collectors.toList()));
    }

    /** What reads them. */
    String read(Collection<Segment> segments) {
        return Pieces.files(files.folder, segments.stream().map(Segment::file).toList());
    }

    /** What there is now. */
    Manifest manifest() throws SQLException {
        Manifest known = manifest;
        if (known == null) {
            known = manifest = database.query(database::manifest);
        }
        return known;
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
     * Makes segments and puts them into the manifest. If anything fails, the files that were made before are removed.
     *
     * @param tables that change, beside those of the segments
     * @param replaced asked once all is made
     */
    private void change(Collection<Table<?>> tables, Making making, List<Segment> replaced, List<Segment> rolled,
            Also also) throws SQLException {
        List<Segment> made = new ArrayList<>();
        files.noteAway();
        try {
            database.query(connection -> {
                making.run(connection, made);
                return null;
            });
        } catch (Throwable failure) {
            manifest = null; // what it read may be set aside
            files.discard(made); // where the disk is full they take the room that is wanted
            throw failure;
        }
        try {
            manifest = null;
            commit(Stream.concat(tables.stream(),
                    Stream.of(made, replaced, rolled).flatMap(List::stream).map(Segment::table))
                    .collect(Collectors.<Table<?>>toSet()), made, replaced, rolled, also);
        } catch (Throwable failure) {
            manifest = null; // whether it was committed is read again
            files.retire(made);
            throw failure;
        }
        Stops.at("manifest is committed");
        files.retire(replaced);
    }

    private void commit(Set<Table<?>> tables, List<Segment> made, List<Segment> replaced,
            List<Segment> rolled, Also also) throws SQLException {
        files.committed(damage.change(tables, () -> {
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
        }));
    }

    /** Makes segments; adds each to the list at once. */
    interface Making {
        void run(Connection connection, List<Segment> made) throws SQLException;
    }

    /** What else belongs to the transaction. It runs again where that was rolled back. */
    interface Also {
        void run() throws SQLException;
    }
}
