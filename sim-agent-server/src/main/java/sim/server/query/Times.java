package sim.server.query;

import java.util.concurrent.TimeUnit;

/**
 * When the batches ended that brought the rows of a temporary table. Other rows of the same batches are looked for between these times alone: the
 * store knows of each segment from when until when it is. One thread.
 *
 * @param from the first end, microseconds since the epoch
 * @param to the last one; before {@code from} if there are no rows
 */
record Times(long from, long to) {
    /** By so much at most what is known of an instance's clock changes while a context lasts, microseconds. */
    static final long CLOCK = TimeUnit.DAYS.toMicros(1);

    /** Those of a table with a column {@code to_micros}. */
    static Times of(Question question, String table) {
        Times[] times = new Times[1];
        question.each("SELECT coalesce(min(to_micros), 1), coalesce(max(to_micros), 0) FROM " + table,
                row -> times[0] = new Times(row.getLong(1), row.getLong(2)));
        return times[0];
    }

    /** A condition on a column that has the end of a row's batch. */
    String on(String column) {
        return column + " BETWEEN " + from + " AND " + to;
    }

    /**
     * A condition on other records of the contexts that a temporary table has records of: each says when its context began, by the clock as it was known
     * then, so they are near in time.
     */
    static String begun(Question question, String records) {
        Times[] begun = new Times[1];
        question.each("SELECT coalesce(min(start_micros), 0), coalesce(max(start_micros), 0) FROM " + records,
                row -> begun[0] = new Times(row.getLong(1) - CLOCK, row.getLong(2) + CLOCK));
        return begun[0].on("start_micros");
    }
}
