package sim.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Removes a past for good: of an application, or of the contexts with a value and of those inside them. Segments that have some of
 * it are written anew without it; one transaction replaces them all. The head is sealed before. The upkeep's thread.
 */
final class Forgetting {
    /** Whose rows go, while a past is being removed: instances or contexts. */
    private static final String GONE = "forgotten";

    private final Database database;
    private final SegmentFiles files;
    private final Rollups rollups;
    private final Ladder ladder;
    private final Progress progress;

    Forgetting(Database database, SegmentFiles files, Rollups rollups, Ladder ladder, Progress progress) {
        this.database = database;
        this.files = files;
        this.rollups = rollups;
        this.ladder = ladder;
        this.progress = progress;
    }

    /**
     * All of an application.
     *
     * @param then runs in the transaction, after the rows are gone
     */
    StoreProgress.Removal application(String name, Rollups.Also then) throws SQLException {
        database.inTransaction(connection -> {
            database.execute("DROP TABLE IF EXISTS " + GONE);
            database.update("CREATE TABLE " + GONE + " AS SELECT instance FROM instances WHERE application = ?", name);
            return null;
        });
        String instances = "instance IN (SELECT instance FROM " + GONE + ")";
        return remove("application " + name, instances, "application = " + Pieces.text(name), () -> {
            for (String table : StateTables.OF_INSTANCE) {
                database.execute("DELETE FROM " + table + " WHERE " + instances);
            }
            database.update("DELETE FROM places WHERE application = ?", name);
            then.run();
        });
    }

    /** Whether there are contexts with a value. */
    boolean hasContexts(String key, String value) throws SQLException {
        return database.query(connection -> Database.number(connection,
                "SELECT count(*) FROM context_values WHERE key = ? AND value = ?", key, value)) > 0;
    }

    /**
     * The contexts with a value, those inside them, and what is kept of single calls in them. Sums stay: no value is in them. What
     * is said of it does not have the value.
     */
    StoreProgress.Removal contexts(String key, String value) throws SQLException {
        database.inTransaction(connection -> {
            database.execute("DROP TABLE IF EXISTS " + GONE);
            database.update(
                    "CREATE TABLE " + GONE + " AS WITH RECURSIVE found(context) AS (SELECT DISTINCT context FROM "
                            + "context_values WHERE key = ? AND value = ? UNION SELECT c.context FROM context_records c "
                            + "JOIN found f ON c.parent = f.context) SELECT context FROM found",
                    key, value);
            return null;
        });
        return remove("contexts by a value of " + key, "context IN (SELECT context FROM " + GONE + ")", null,
                () -> {});
    }

    /**
     * @param gone which rows of instances go
     * @param goneSums which rows of applications' sums go; null for none
     */
    private StoreProgress.Removal remove(String what, String gone, String goneSums, Rollups.Also also)
            throws SQLException {
        List<Segment> replaced = new ArrayList<>();
        long[] removed = new long[3];
        Manifest manifest = database.query(connection -> Manifest.read(connection, ladder));
        rollups.change((connection, made) -> {
            int done = 0;
            for (Segment each : manifest.segments) {
                progress.doing("forgetting " + what + ": " + ++done + " of " + manifest.segments.size() + " segments");
                String condition = condition(each, gone, goneSums);
                if (condition != null) {
                    rewrite(connection, each, condition, made, replaced, removed);
                }
            }
            // nothing can be read of these to tell whose they are
            replaced.addAll(manifest.damaged);
        }, replaced, () -> {
            removed[0] += forgetInSlots(gone);
            also.run();
            database.execute("DROP TABLE " + GONE);
        });
        return new StoreProgress.Removal(database.clock.now(), "forget", what, removed[0], removed[1], removed[2]);
    }

    /** In slots that could not become segments, and in the one that collects; returns the rows removed. */
    private long forgetInSlots(String gone) throws SQLException {
        long rows = 0;
        List<Table<?>> tables = new ArrayList<>(Tables.AGEING);
        tables.remove(CallTables.RUNS); // it says whose calls are, so it is last
        tables.add(CallTables.RUNS);
        for (long slot : Head.slots(database.writer())) {
            for (Table<?> table : tables) {
                String condition = condition(table, gone);
                if (condition != null) {
                    rows += database.update("DELETE FROM " + table.in(slot) + " WHERE " + condition);
                }
            }
        }
        return rows;
    }

    private static String condition(Segment segment, String gone, String goneSums) {
        return segment.scope() == Scope.APPLICATION ? goneSums : condition(segment.table(), gone);
    }

    private static String condition(Table<?> table, String gone) {
        String column = gone.startsWith("instance") ? "instance" : "context";
        if (table.has(column)) {
            return gone;
        }
        return table == CallTables.WALL
                ? "run IN (SELECT run FROM " + CallTables.RUNS.name() + " WHERE " + gone + ")"
                : null;
    }

    private void rewrite(Connection connection, Segment each, String condition, List<Segment> made,
            List<Segment> replaced, long[] removed) throws SQLException {
        String rows = Pieces.files(files.folder, List.of(each.file()));
        long some = Database.number(connection, "SELECT count(*) FROM " + rows + " WHERE " + condition);
        if (some == 0) {
            return;
        }
        long latest = Database.number(connection,
                "SELECT max(" + each.table().time() + ") FROM " + rows + " WHERE " + condition);
        Segment rest = files.write(connection, each.table(), each.scope(), each.level(), "SELECT * FROM " + rows
                + " WHERE NOT (" + condition + ")"
                + (each.table().isRolled() ? each.table().order(each.scope().word()) : ""), each.isRolled(),
                each.tier());
        if (rest != null) {
            made.add(rest);
        }
        replaced.add(each);
        removed[0] += some;
        removed[1] += each.bytes() - (rest == null ? 0 : rest.bytes());
        removed[2] = Math.max(removed[2], latest);
    }
}
