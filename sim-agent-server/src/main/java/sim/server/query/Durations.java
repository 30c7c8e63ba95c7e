package sim.server.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import sim.model.snapshot.Buckets;

/** How long contexts took that are kept one by one and have ended: a histogram. One thread. */
final class Durations {
    private static final String NANOS = "(greatest(end_micros - start_micros, 0) * 1000)";
    /** As {@link sim.model.snapshot.Buckets#indexOf} says. */
    private static final String BUCKET = "CASE WHEN " + NANOS + " < 16 THEN 0 ELSE ((CAST(floor(log2(" + NANOS
            + ")) AS BIGINT) - 4) << 4) + (" + NANOS + " >> (CAST(floor(log2(" + NANOS + ")) AS BIGINT) - 4)) END";

    /** Heap that a bucket of an answer takes. */
    private static final int BUCKET_BYTES = 60;

    private final MergedHistogram histogram = new MergedHistogram();
    private long count;
    private long max;

    /**
     * Hands on the rows of histograms: {@code bucket}, {@code contexts}, {@code longest}, and the columns they are grouped by. Every record
     * with an end counts, because to look for the last one of each context takes ten times as long: one in which work went on after its
     * end counts twice.
     *
     * @param kind null for all
     */
    static void each(Question question, Range range, KindFilter kind, String groups, Question.Row row) {
        long from = Math.max(range.fromMicros(), question.kept().contextsGoneMicros()); // of older ones only the notable are left
        question.each("SELECT " + groups + ", " + BUCKET + " AS bucket, count(*) AS contexts, max(" + NANOS
                + ") AS longest FROM context_records WHERE end_micros <> 0 AND instance IN " + Range.INSTANCES
                + " AND to_micros > ? AND to_micros <= ?" + (kind == null ? "" : " AND " + KindFilter.ON)
                + " GROUP BY ALL", row,
                Sql.join(range.with(from, range.toMicros()), kind == null ? new Object[0] : kind.with()));
    }

    void add(ResultSet row) throws SQLException {
        histogram.add(row.getInt("bucket"), row.getLong("contexts"));
        count += row.getLong("contexts");
        max = Math.max(max, row.getLong("longest"));
    }

    /** Adds percentiles, the longest, and of how many contexts they are. */
    Map<String, Object> describe(Map<String, Object> into) {
        histogram.describe(into, max);
        into.put("max", max);
        into.put("of", count);
        return into;
    }

    /** The least duration of each bucket, ns, with its contexts; ascending. */
    List<List<Long>> buckets(Question question) {
        List<List<Long>> buckets = new ArrayList<>();
        histogram.each((bucket, contexts) -> {
            question.reserve(BUCKET_BYTES);
            buckets.add(List.of(Buckets.lowest(bucket), contexts));
        });
        return buckets;
    }
}
