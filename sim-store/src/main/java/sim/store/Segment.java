package sim.store;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;

/**
 * An immutable file of rows of one table, as the manifest has it.
 *
 * @param file its path below the folder of segments
 * @param table the table
 * @param scope whose rows
 * @param level of which step: see {@link Ladder}
 * @param from the earliest time of a row
 * @param to the latest
 * @param first the lowest instance or application; null where the table has none
 * @param last the highest
 * @param rows how many
 * @param bytes the file's length
 * @param isRolled whether the next level's segments have its rows
 * @param tier how often it was merged with others of its level
 * @param checksum CRC-32C of the file's bytes
 */
record Segment(String file, Table<?> table, Scope scope, int level, long from, long to, String first, String last,
        long rows, long bytes, boolean isRolled, int tier, long checksum) {
    static final String COLUMNS = "file VARCHAR, tbl VARCHAR, scope VARCHAR, level INTEGER, from_micros BIGINT, "
            + "to_micros BIGINT, first_id VARCHAR, last_id VARCHAR, rows BIGINT, bytes BIGINT, rolled BOOLEAN, "
            + "tier INTEGER, damaged VARCHAR, checksum BIGINT";

    static Segment of(ResultSet row) throws SQLException {
        return new Segment(row.getString(1), Tables.named(row.getString(2)),
                Scope.valueOf(row.getString(3).toUpperCase(java.util.Locale.ROOT)), row.getInt(4), row.getLong(5),
                row.getLong(6), row.getString(7), row.getString(8), row.getLong(9), row.getLong(10),
                row.getBoolean(11), row.getInt(12), row.getLong(14));
    }

    /** Whether it may have rows of a time. */
    boolean meets(Interval interval) {
        return to > interval.from() && from <= interval.to();
    }

    /** Whether both may have rows of the same time. */
    boolean isBeside(Segment other) {
        return from <= other.to && other.from <= to;
    }

    /** Whether it may have rows of an instance or application; null is any. */
    boolean mayHave(String who) {
        return who == null || first == null || compare(first, who) <= 0 && compare(last, who) >= 0;
    }

    /** As the library orders texts, which is by their bytes: {@link String#compareTo} has characters past U+FFFF before some others. */
    private static int compare(String text, String other) {
        return Arrays.compareUnsigned(text.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    boolean is(Table<?> of, Scope whose) {
        return table == of && scope == whose;
    }
}
