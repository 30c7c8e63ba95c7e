package sim.metrics.hotspot;

/**
 * When probes do harm: while all of them together take more than a share of the program's CPU time, and more than a share of one processor, which an idle
 * service never reaches. Then names lose readings ({@link Hotspot#keepBudget}). Where the cost of a probe is not measured, without
 * compensation or with extensions, only slow readings count. On the collector's thread.
 */
final class ProbeBudget {
    /** So few names were chosen by a person, not by a pattern that selects everything: the probe budget leaves them on, and nothing is remembered of them. */
    static final int FEW = 200;
    /** So many intervals in a row must be above the probe budget. The first one after a change is partly of the time before it. */
    static final int INTERVALS = 2;
    /** Of the budget, the tenths that are used after names lost readings. The rest is for names that are tried again. */
    private static final int TENTHS = 8;
    /**
     * Of the budget, the tenths up to which names get readings back. The distance to what makes names lose them is for what an interval differs from the next: without it
     * names would go up and down all the time.
     */
    private static final int ROOM = 6;

    final int thousandths;
    private final int least;
    /** Below 0 if it is not known. */
    private long usedBefore = -1;
    private int above;
    /** Whether probes took more than they might in the last interval. */
    private boolean isExceeded;
    /** What probes might take in the last interval, ns. */
    private long allowed;
    /** What was free in each of the last two intervals, ns; below 0 if probes took more. */
    private long free;
    private long freeBefore;
    /** What was given back since then, ns. */
    private double given;

    /**
     * @param thousandths of the program's CPU time
     * @param least thousandths of one processor
     */
    ProbeBudget(int thousandths, int least) {
        this.thousandths = thousandths;
        this.least = least;
    }

    /**
     * How much less probes have to take, ns in an interval such as the last; 0 if they may stay as they are.
     *
     * @param taken what probes took in this interval, ns
     * @param used  the CPU time the process has used since it started, ns; below 0 if that is not known
     * @param elapsed how long the interval lasted, ns
     */
    long overrun(long taken, long used, long elapsed) {
        long more = used - usedBefore;
        boolean isKnown = used >= 0 && usedBefore >= 0;
        usedBefore = used;
        allowed = Math.max(more / 1_000 * thousandths, elapsed / 1_000 * least);
        freeBefore = free;
        given = 0;
        free = isKnown ? allowed / 10 * ROOM - taken : 0;
        isExceeded = thousandths != 0 && isKnown && taken > allowed;
        if (!isExceeded) {
            above = 0;
            return 0;
        }
        above++;
        if (above < INTERVALS) {
            return 0;
        }
        above = 0;
        return taken - allowed / 10 * TENTHS;
    }

    /** Whether probes took more than they might in the last interval. */
    boolean isExceeded() {
        return isExceeded;
    }

    /** How much probes may take for names of which a call took long, ns in an interval such as the last, whatever all others take: of the budget a tenth. */
    long forLongCalls() {
        return allowed / 10;
    }

    /**
     * Whether a name may get readings back that then take so much more, ns in an interval: there is room for it in an interval such as the last two, beside all that
     * got some back since then.
     */
    boolean hasRoom(double more) {
        return more <= Math.min(free, freeBefore) - given;
    }

    /** A name gets readings back. */
    void give(double more) {
        given += more;
    }
}
