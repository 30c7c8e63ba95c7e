package sim.server.query;

import java.util.concurrent.TimeUnit;

/**
 * How long the batches of a range are: applications ship in intervals of their own ({@code interval}), and nothing tells where in a batch a call was. So
 * the points of a chart are as long at least, and a range has a batch more or less by chance. One thread.
 */
final class BatchLength {
    /** Where none is known, as in a range of which only sums are left: what an application has unless it says otherwise. */
    private static final long USUAL = TimeUnit.SECONDS.toMicros(5);
    /** The end of the range in which they are looked at: of a long one there are millions. */
    private static final long LOOKED_AT = TimeUnit.MINUTES.toMicros(30);

    private BatchLength() {}

    /** Microseconds; nine in ten are no longer, so that one that waited for its server makes no difference. */
    static long micros(Question question, Range range) {
        long[] length = new long[1];
        question.each("SELECT coalesce(quantile_disc(to_micros - from_micros, 0.9), 0) FROM batches WHERE instance IN "
                + Range.INSTANCES + " AND to_micros > ? AND to_micros <= ?", row -> length[0] = row.getLong(1),
                range.with(Math.max(range.fromMicros(), range.toMicros() - LOOKED_AT), range.toMicros()));
        return length[0] > 0 ? length[0] : USUAL;
    }

    static double seconds(Question question, Range range) {
        return micros(question, range) / 1e6;
    }
}
