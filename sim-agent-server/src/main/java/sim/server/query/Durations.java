package sim.server.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import sim.model.snapshot.Buckets;

/** How long the contexts of a kind took: the histogram that applications count all of them in, whichever are kept one by one. One thread. */
final class Durations {
    /** Heap that a bucket of an answer takes. */
    private static final int BUCKET_BYTES = 60;

    private final MergedHistogram histogram = new MergedHistogram();
    private long count;

    /**
     * Hands on the rows of histograms: {@code bucket}, {@code contexts}, and the columns they are grouped by.
     *
     * @param kind null for all
     */
    static void each(Question question, Range range, KindFilter kind, String groups, Question.Row row) {
        question.each(
                "SELECT " + groups + ", bucket, " + Sql.sum("contexts") + " AS contexts FROM context_kind_buckets "
                        + "WHERE instance IN " + Range.INSTANCES + " AND to_micros > ? AND to_micros <= ?"
                        + (kind == null ? "" : " AND " + KindFilter.ON) + " GROUP BY ALL",
                row,
                Sql.join(range.with(range.fromMicros(), range.toMicros()), kind == null ? new Object[0] : kind.with()));
    }

    void add(ResultSet row) throws SQLException {
        long contexts = row.getLong("contexts");
        histogram.add(row.getInt("bucket"), contexts);
        count = Sums.plus(count, contexts);
    }

    /** Adds percentiles, the longest, and of how many contexts they are. */
    Map<String, Object> describe(Map<String, Object> into, long longest) {
        histogram.describe(into, longest);
        into.put("max", longest);
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
