package sim.store;

import java.util.ArrayList;
import java.util.List;

/**
 * A span of time.
 *
 * @param from after this, microseconds since the epoch
 * @param to up to this
 */
record Interval(long from, long to) {
    static final Interval ALL = new Interval(Long.MIN_VALUE, Long.MAX_VALUE);

    /** Adds what it has of spans to others, and returns what is left. */
    List<Interval> moved(List<Interval> spans, List<Interval> others) {
        List<Interval> left = new ArrayList<>();
        for (Interval span : spans) {
            long begin = Math.max(span.from, from);
            long end = Math.min(span.to, to);
            if (begin >= end) {
                left.add(span);
                continue;
            }
            others.add(new Interval(begin, end));
            if (span.from < begin) {
                left.add(new Interval(span.from, begin));
            }
            if (end < span.to) {
                left.add(new Interval(end, span.to));
            }
        }
        return left;
    }

    /** A condition on a column. */
    String on(String column) {
        return "(" + column + " > " + from + " AND " + column + " <= " + to + ")";
    }
}
