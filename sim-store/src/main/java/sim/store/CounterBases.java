package sim.store;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * What an instance's counters were when their oldest samples were removed: the next sample counts from there, and not from 0. The
 * upkeep's thread.
 */
final class CounterBases {
    static final String TABLE = "counter_bases";

    private CounterBases() {}

    /**
     * Notes the counters in segments, in the transaction that removes the segments.
     *
     * @param files reads those of the segments whose rows no coarser step has
     */
    static void note(Database database, String files) throws SQLException {
        Connection connection = database.writer();
        if (Database.number(connection, "SELECT count(*) FROM " + files + " WHERE starts_with(name, '"
                + Columns.COUNTER + "')") == 0) {
            return;
        }
        database.execute(
                "CREATE OR REPLACE TEMP TABLE counters_gone AS SELECT instance, name, max(value) AS value FROM "
                        + "(SELECT instance, name, value FROM " + files + " WHERE starts_with(name, '" + Columns.COUNTER
                        + "') UNION ALL SELECT instance, name, value FROM " + TABLE
                        + ") WHERE instance IN (SELECT instance "
                        + "FROM instances) GROUP BY instance, name");
        database.execute("DELETE FROM " + TABLE);
        database.execute("INSERT INTO " + TABLE + " SELECT instance, name, value FROM counters_gone");
        database.execute("DROP TABLE counters_gone");
    }
}
