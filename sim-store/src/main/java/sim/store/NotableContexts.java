package sim.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
    private static final Logger LOG = LoggerFactory.getLogger(NotableContexts.class);

    private final Database database;
    private final SegmentFiles files;
    private final long hour;

    NotableContexts(Database database, SegmentFiles files, Ladder ladder) {
        this.database = database;
        this.files = files;
        this.hour = ladder.step(3);
    }

    /**
     * Writes segments of the notable contexts of some that go. Where that fails, because the disk is full for instance, none is kept: what goes
     * makes room.
     */
    List<Segment> pick(List<Segment> old) {
        List<Segment> made = new ArrayList<>();
        String records = read(old, ContextTables.ALL.get(0));
        if (records == null) {
            return made;
        }
        try {
            database.query(connection -> {
                find(connection, records);
                for (Table<?> table : ContextTables.ONE_BY_ONE) {
                    String rows = read(old, table);
                    Segment segment = rows == null
                            ? null
                            : files.write(connection, table, Scope.INSTANCE, LEVEL, "SELECT * FROM " + rows
                                    + " WHERE context IN (SELECT context FROM notable)", true, 0);
                    if (segment != null) {
                        made.add(segment);
                    }
                }
                return null;
            });
        } catch (SQLException | RuntimeException failure) {
            LOG.warn("no slow and failed contexts are kept longer of {} segments: {}", old.size(),
                    Failures.line(failure));
            files.retire(made);
            made.clear();
        } catch (Error failure) {
            files.retire(made);
            throw failure;
        }
        return made;
    }

    private String read(List<Segment> old, Table<?> table) {
        List<String> of = old.stream().filter(each -> each.table() == table).map(Segment::file).toList();
        return of.isEmpty() ? null : Pieces.files(files.folder, of);
    }

    /** The last record of a context counts; one that has not ended comes again. */
    private void find(Connection connection, String records) throws SQLException {
        String picked = "SELECT context FROM (SELECT context, error, row_number() OVER (PARTITION BY application, name, hour "
                + "ORDER BY lasted DESC, context) AS slow, row_number() OVER (PARTITION BY application, name, hour, "
                + "error IS NULL ORDER BY lasted DESC, context) AS failed FROM (SELECT i.application, r.name, r.context, "
                + "r.error, r.end_micros - r.start_micros AS lasted, r.end_micros // " + hour + " AS hour FROM "
                + records
                + " r JOIN instances i USING (instance) WHERE r.end_micros <> 0 QUALIFY row_number() OVER (PARTITION BY "
                + "instance, context ORDER BY sequence DESC) = 1)) WHERE slow <= " + SLOWEST
                + " OR error IS NOT NULL AND failed <= " + FAILED;
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE OR REPLACE TEMP TABLE notable AS WITH RECURSIVE inside AS (SELECT DISTINCT context, "
                            + "parent FROM " + records + "), found(context) AS (" + picked
                            + " UNION SELECT i.context FROM inside i JOIN found f ON i.parent = f.context) "
                            + "SELECT context FROM found");
        }
    }
}
