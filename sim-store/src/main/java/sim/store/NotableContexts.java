package sim.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Picks, of contexts that have become too old, those that are kept longer: the slowest and the failed of each hour, each application and
 * each name, and the contexts inside them. The upkeep's thread.
 */
final class NotableContexts {
    /** The level that their segments have; the others' is 0. */
    static final int LEVEL = 1;
    /** Of a name, in an hour of an application. */
    static final int SLOWEST = 10;
    static final int FAILED = 50;

    private final SegmentFiles files;
    private final long hour;

    NotableContexts(SegmentFiles files, Ladder ladder) {
        this.files = files;
        this.hour = ladder.step(3);
    }

    /** Writes segments of the notable contexts of some that go; adds each to the list at once. */
    void pick(Connection connection, List<Segment> old, List<Segment> made) throws SQLException {
        String records = read(old, ContextTables.ALL.get(0));
        if (records == null) {
            return;
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE OR REPLACE TEMP TABLE notable AS " + find(records, hour));
        }
        for (Table<?> table : ContextTables.ONE_BY_ONE) {
            String rows = read(old, table);
            if (rows != null) {
                Rollups.add(made, files.write(connection, table, Scope.INSTANCE, LEVEL, "SELECT * FROM " + rows
                        + " WHERE context IN (SELECT context FROM notable)", true, 0));
            }
        }
    }

    private String read(List<Segment> old, Table<?> table) {
        List<String> of = old.stream().filter(each -> each.table() == table).map(Segment::file).toList();
        return of.isEmpty() ? null : Pieces.files(files.folder, of);
    }

    /**
     * Finds them: the last record of a context counts; one that has not ended comes again.
     *
     * @param records what reads their records
     * @param hour microseconds
     */
    static String find(String records, long hour) {
        String picked = "SELECT context FROM (SELECT context, error, row_number() OVER (PARTITION BY application, name, hour "
                + "ORDER BY lasted DESC, context) AS slow, row_number() OVER (PARTITION BY application, name, hour, "
                + "error IS NULL ORDER BY lasted DESC, context) AS failed FROM (SELECT i.application, r.name, r.context, "
                + "r.error, r.end_micros - r.start_micros AS lasted, r.end_micros // " + hour + " AS hour FROM "
                + records
                + " r JOIN instances i USING (instance) WHERE r.end_micros <> 0 QUALIFY row_number() OVER (PARTITION BY "
                + "instance, context ORDER BY sequence DESC) = 1)) WHERE slow <= " + SLOWEST
                + " OR error IS NOT NULL AND failed <= " + FAILED;
        return "WITH RECURSIVE inside AS (SELECT DISTINCT context, parent FROM " + records + "), found(context) AS ("
                + picked + " UNION SELECT i.context FROM inside i JOIN found f ON i.parent = f.context) SELECT context "
                + "FROM found";
    }
}
