package sim.jfr.reader;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The scopes of one thread, in which the innermost at a tick is found by halving. */
final class Timeline {
    private static final Comparator<Interval> OUTER_FIRST = (a, b) -> a.from != b.from
            ? Long.compare(a.from, b.from)
            : Long.compare(b.to, a.to);

    private final List<Interval> intervals = new ArrayList<>();
    private boolean settled;
    private int last = -1;

    void add(Interval interval) {
        intervals.add(interval);
        settled = false;
    }

    /** The innermost scope at a tick, or null. */
    Interval at(long tick) {
        if (!settled) {
            settle();
        }
        // Mostly the one of the event before, or the next.
        if (!isLast(last, tick)) {
            last = isLast(last + 1, tick) ? last + 1 : search(tick);
        }
        Interval found = last < 0 ? null : intervals.get(last);
        while (found != null && !found.contains(tick)) {
            found = found.outer;
        }
        return found;
    }

    /** Whether this is the last scope that began until then; -1 where none did. */
    private boolean isLast(int index, long tick) {
        return index < intervals.size() && (index < 0 || intervals.get(index).from <= tick)
                && (index + 1 == intervals.size() || intervals.get(index + 1).from > tick);
    }

    private int search(long tick) {
        int low = 0;
        int high = intervals.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (intervals.get(middle).from <= tick) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    /** Scopes of a thread lie inside one another: what is still open where one begins is around it. */
    private void settle() {
        intervals.sort(OUTER_FIRST);
        last = -1;
        Interval open = null;
        for (Interval interval : intervals) {
            while (open != null && open.to <= interval.from) {
                open = open.outer;
            }
            interval.outer = open;
            interval.context = null;
            open = interval;
        }
        settled = true;
    }
}
