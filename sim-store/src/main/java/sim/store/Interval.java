package sim.store;

import java.util.ArrayList;
import java.util.Comparator;
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

    /** The shortest one that has both. */
    Interval around(Interval other) {
        return new Interval(Math.min(from, other.from), Math.max(to, other.to));
    }

    boolean meets(Interval other) {
        return from < other.to && other.from < to;
    }

    /** Whether it has all of another one. */
    boolean has(Interval other) {
        return from <= other.from && other.to <= to;
    }

    /** The same spans in order, as few as there can be: those that touch each other are one. */
    static List<Interval> joined(List<Interval> spans) {
        List<Interval> joined = new ArrayList<>();
        for (Interval span : spans.stream().sorted(Comparator.comparingLong(Interval::from)).toList()) {
            int last = joined.size() - 1;
            if (last >= 0 && span.from <= joined.get(last).to) {
                joined.set(last, joined.get(last).around(span));
            } else {
                joined.add(span);
            }
        }
        return joined;
    }

    /** A condition on a column. */
    String on(String column) {
        return "(" + column + " > " + from + " AND " + column + " <= " + to + ")";
    }
}
