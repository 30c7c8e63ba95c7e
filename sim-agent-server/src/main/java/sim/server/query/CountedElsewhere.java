package sim.server.query;

import java.util.BitSet;
import sim.model.snapshot.Meter;

/**
 * Finds the rows whose totals lack calls inside, because these count at another place: a place under {@code [other]} has its own time alone, and one within a
 * circle lacks the calls that count at the circle's outermost call. The histogram has whole calls, so it says what those that were read took in all. What
 * calls took that were not read is an estimate here, at all places of such a row: otherwise a mean would have all calls, and the time of a few.
 *
 * <p>At the outermost call of a circle itself the histogram has more than the total as well, but the total lacks nothing: the inner calls are within the outer
 * ones. Nothing says which is which, so a place is only taken for one that lacks something if its caller's histogram, too, has as much more than its total, and
 * its calls took as long. In doubt a total stays as it is. One thread.
 */
final class CountedElsewhere {
    /** Heap for a place, in bytes. */
    private static final int BYTES = 8;
    /** By how much two sums may differ that are the same: a bucket's width. */
    private static final double SURE = 17.0 / 16;
    /** The same where one of them is of the calls alone that were read. */
    private static final double BY_SAMPLES = 1.5;
    private static final int WALL = Meter.WALL.ordinal();

    private final Forest forest;
    private final PlaceSums.Figures[] figures;
    /** By place, what its calls took at most, as far as the callers tell. */
    private final double[] most;
    /** Places with calls inside calls that count at the same place, or that may be such, by method. */
    private final BitSet recursive = new BitSet();
    /** What the calls of places took that lack something; 0 for others. */
    private final long[] whole;

    private CountedElsewhere(Forest forest, PlaceSums.Figures[] figures) {
        this.forest = forest;
        this.figures = figures;
        this.most = new double[forest.size()];
        this.whole = new long[forest.size()];
    }

    /**
     * Says of the sums of groups how much more their calls took.
     *
     * @param outermost the places whose totals are in the sums
     */
    static void find(Question question, Forest forest, PlaceSums.Figures[] figures, int[] groups, BitSet outermost,
            Sums[] sums) {
        question.reserve((long) 2 * BYTES * forest.size());
        CountedElsewhere found = new CountedElsewhere(forest, figures);
        found.inCircles();
        found.underOther();
        for (int place = outermost.nextSetBit(0); place >= 0; place = outermost.nextSetBit(place + 1)) {
            PlaceSums.Figures own = figures[place];
            long more = found.whole[place] - own.total[WALL];
            if (found.whole[place] > 0 && more > 0) {
                sums[groups[place]].addElsewhere(more);
            } else {
                sums[groups[place]].addUnreadWall(own.unreadSelf());
            }
        }
    }

    /**
     * Whether it takes what calls took that were not read, see {@link PlaceSums.Figures#timedOfAll}: not in most trees, where no place has more in its histogram
     * than in its total.
     */
    static boolean needsAll(Forest forest, PlaceSums.Figures[] figures) {
        for (int place = 0; place < figures.length; place++) {
            PlaceSums.Figures own = figures[place];
            if (own != null && own.timed > own.total[WALL] * SURE) {
                int caller = caller(forest, figures, place);
                if (own.isSampled() || caller != Forest.NONE && figures[caller].isSampled()) {
                    return true;
                }
            }
        }
        return false;
    }

    private void inCircles() {
        for (int place = 0; place < figures.length; place++) { // callers have the smaller numbers
            PlaceSums.Figures own = figures[place];
            if (own == null || isUnderOther(place)) {
                continue;
            }
            int caller = caller(forest, figures, place);
            long total = own.totalOfAll();
            double all = own.timedOfAll();
            boolean isMore = own.timed > own.total[WALL] * SURE;
            most[place] = total;
            if (caller != Forest.NONE && all > total * SURE && fits(own, figures[caller], all, most[caller])) {
                most[place] = Math.min(all, most[caller]);
                whole[place] = isMore ? (long) Math.min(Math.max(own.timed, all), most[caller]) : 0;
            } else if (isMore) {
                recursive.set(forest.method(place));
            }
        }
    }

    /** Whether the caller, too, has as much more in its histogram than in its total, and its calls took as long. */
    private static boolean fits(PlaceSums.Figures own, PlaceSums.Figures caller, double all, double most) {
        double within = own.timedCalls == own.calls && caller.timedCalls == caller.calls ? SURE : BY_SAMPLES;
        long total = caller.totalOfAll();
        double there = caller.timedOfAll() - total;
        return there > total * (SURE - 1) && all - own.totalOfAll() <= there * within && all <= most * within;
    }

    /** All calls there were made by others that are there too, or by calls elsewhere in the tree, whose totals have them. */
    private void underOther() {
        long all = 0;
        for (int place = 0; place < figures.length; place++) {
            all = figures[place] != null && isUnderOther(place) ? Sums.plus(all, figures[place].totalOfAll()) : all;
        }
        for (int place = 0; place < figures.length; place++) {
            PlaceSums.Figures own = figures[place];
            if (own == null || !isUnderOther(place) || recursive.get(forest.method(place))) {
                continue;
            }
            double took = Math.max(own.timed, own.timedOfAll());
            double within = own.isSampled() ? BY_SAMPLES : SURE;
            if (own.timed > own.total[WALL] * SURE && took <= all * within) {
                whole[place] = (long) Math.min(took, all);
            }
        }
    }

    private boolean isUnderOther(int place) {
        int caller = forest.caller(place);
        return caller != Forest.NONE && forest.caller(caller) == Forest.NONE
                && forest.isOther(caller);
    }

    /** The nearest caller that has figures. */
    private static int caller(Forest forest, PlaceSums.Figures[] figures, int place) {
        int caller = forest.caller(place);
        while (caller != Forest.NONE && figures[caller] == null) {
            caller = forest.caller(caller);
        }
        return caller;
    }
}
