package sim.server.query;

/**
 * When the batches ended that brought the rows of a temporary table. Other rows of the same batches are looked for between these times alone: the
 * store knows of each segment from when until when it is. One thread.
 *
 * @param from the first end, microseconds since the epoch
 * @param to the last one; before {@code from} if there are no rows
 */
record Times(long from, long to) {
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
}
