package sim.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Picks, of contexts that have become too old, those that are kept longer: the slowest and the failed of each hour, each application and
 * each kind, and the contexts inside them. The upkeep's thread.
 */
final class NotableContexts {
    /** The level that their segments have; the others' is 0. */
    static final int LEVEL = 1;
    /** Of a kind, in an hour of an application. */
    static final int SLOWEST = 10;
    static final int FAILED = 50;
    /** How many levels of contexts inside a notable one are kept with it. Deeper ones are removed with the others. */
    static final int DEEPEST = 64;
    /** The table of those found, of the connection that looked. */
    static final String FOUND = "notable";
    private static final String PARENTS = "notable_parents";

    private final SegmentFiles files;
    private final long hour;

    NotableContexts(SegmentFiles files, Ladder ladder) {
        this.files = files;
        this.hour = ladder.step(3);
    }

    /**
     * Writes the notable contexts of old segments to new segments, and adds each new segment to {@code made} at once. What belongs to contexts that were
     * picked before stays with them.
     */
    void pick(Connection connection, Manifest manifest, List<Segment> old, List<Segment> made) throws SQLException {
        String records = read(old, ContextTables.RECORDS);
        String before = read(pickedBeside(manifest, old), ContextTables.RECORDS);
        if (records == null && before == null) {
            return;
        }
        if (records != null) {
            find(on(connection), records, hour);
        }
        String notable = select(records != null, before);
        for (Table<?> table : ContextTables.ONE_BY_ONE) {
            String rows = read(old, table);
            if (rows != null) {
                Rollups.add(made, files.write(connection, table, Scope.INSTANCE, LEVEL, Pieces.select(table) + rows
                        + " WHERE context IN (" + notable + ")", true, 0));
            }
        }
    }

    /** The records of notable contexts that were picked before some of their values, stays or places, which lay in a segment with younger ones. */
    static List<Segment> pickedBeside(Manifest manifest, List<Segment> old) {
        List<Segment> rest = old.stream().filter(each -> each.level() == 0 && each.table() != ContextTables.RECORDS
                && ContextTables.ONE_BY_ONE.contains(each.table())).toList();
        return manifest.segments.stream().filter(each -> each.is(ContextTables.RECORDS, Scope.INSTANCE)
                && each.level() == LEVEL && rest.stream().anyMatch(each::isBeside)).toList();
    }

    /**
     * What selects the notable contexts.
     *
     * @param areFound whether some were looked for, and are in {@link #FOUND}
     * @param before what reads the records of those picked before; null for none
     */
    static String select(boolean areFound, String before) {
        String found = areFound ? "SELECT context FROM " + FOUND : "SELECT 0 WHERE false";
        return before == null ? found : found + " UNION ALL SELECT context FROM " + before;
    }

    private String read(List<Segment> old, Table<?> table) {
        List<String> of = old.stream().filter(each -> each.table() == table).map(Segment::file).toList();
        return of.isEmpty() ? null : Pieces.files(files.folder, of);
    }

    /** Runs it as it is. */
    static Kept.Finding on(Connection connection) {
        return sql -> {
            try (Statement statement = connection.createStatement()) {
                return statement.executeUpdate(sql);
            }
        };
    }

    /**
     * Finds them, into the temporary table {@link #FOUND}: the last record of a context counts; one that has not ended comes again. Those
     * inside are found level by level, however they name their parents.
     *
     * @param records what reads their records
     * @param hour microseconds
     */
    static void find(Kept.Finding finding, String records, long hour) throws SQLException {
        finding.run("CREATE OR REPLACE TEMP TABLE " + FOUND + " AS SELECT DISTINCT context, 0 AS depth FROM (SELECT "
                + "context, is_failed, row_number() OVER (PARTITION BY application, name, tag, hour "
                + "ORDER BY lasted DESC, context) AS slow, row_number() OVER (PARTITION BY application, name, tag, hour, "
                + "is_failed ORDER BY lasted DESC, context) AS failed FROM (SELECT i.application, r.name, r.tag, r.context, "
                + FailedContexts.FAILED + " AS is_failed, r.end_micros - r.start_micros AS lasted, r.end_micros // "
                + hour + " AS hour FROM "
                + records
                + " r JOIN instances i USING (instance) WHERE r.end_micros <> 0 QUALIFY row_number() OVER (PARTITION BY "
                + "instance, context ORDER BY sequence DESC) = 1)) WHERE slow <= " + SLOWEST
                + " OR is_failed AND failed <= " + FAILED);
        finding.run("CREATE OR REPLACE TEMP TABLE " + PARENTS + " AS SELECT DISTINCT context, parent FROM " + records
                + " WHERE parent <> 0");
        for (int depth = 1; depth <= DEEPEST; depth++) {
            long inside = finding.run("INSERT INTO " + FOUND + " SELECT DISTINCT context, " + depth + " FROM " + PARENTS
                    + " WHERE parent IN (SELECT context FROM " + FOUND + " WHERE depth = " + (depth - 1)
                    + ") AND context NOT IN (SELECT context FROM " + FOUND + ")");
            if (inside == 0) {
                break;
            }
        }
        finding.run("DROP TABLE " + PARENTS);
    }
}
