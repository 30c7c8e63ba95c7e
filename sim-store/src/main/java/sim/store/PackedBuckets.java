package sim.store;

import java.sql.SQLException;
import org.duckdb.DuckDBAppender;
import sim.model.snapshot.TreeRow;

/**
 * Histograms as they stand in the head: {@value #WIDTH} buckets of a place to a row, in arrays that end in NULL. A busy place has
 * thirty buckets a batch, and to append a row for each took more than half of the time of the thread that stores. In segments
 * each bucket is a row.
 */
final class PackedBuckets {
    /** Most places have few buckets or some thirty. */
    static final int WIDTH = 8;
    static final String LAYOUT = "instance VARCHAR, to_micros BIGINT, node INTEGER, buckets INTEGER[" + WIDTH
            + "], calls BIGINT[" + WIDTH + "]";

    private PackedBuckets() {}

    /** What reads a row for each bucket. Conditions on the other columns are evaluated before buckets are told apart. */
    static String rows(String table) {
        return "(SELECT * FROM (SELECT instance, to_micros, node, unnest(buckets) AS bucket, unnest(calls) AS calls FROM "
                + table + ") WHERE bucket IS NOT NULL)";
    }

    static void write(DuckDBAppender out, IncomingBatch e, TreeRow row) throws SQLException {
        long[] pairs = row.buckets();
        for (int begin = 0; begin < pairs.length; begin += 2 * WIDTH) {
            int[] buckets = new int[WIDTH];
            long[] calls = new long[WIDTH];
            boolean[] absent = new boolean[WIDTH];
            for (int i = 0; i < WIDTH; i++) {
                int at = begin + 2 * i;
                absent[i] = at >= pairs.length;
                buckets[i] = absent[i] ? 0 : (int) pairs[at];
                calls[i] = absent[i] ? 0 : pairs[at + 1];
            }
            out.beginRow().append(e.instance()).append(e.toMicros()).append(row.node()).append(buckets, absent)
                    .append(calls, absent).endRow();
        }
    }
}
