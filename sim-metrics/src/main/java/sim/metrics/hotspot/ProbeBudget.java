package sim.metrics.hotspot;

/**
 * The share of the program's CPU time that probes may take. A name stays metered if its firings are long, but a firing that waits makes
 * the slow readings too, and these take 1 to 3 us: 25 such calls in each request of a web server were a third of its CPU time. So SIM adds up
 * what probes take, and while that is too much names give way ({@link Hotspot#keepBudget}). Where the cost of a probe is not measured, without
 * compensation or with extensions, only slow readings count. On the collector's thread.
 */
final class ProbeBudget {
    /** In an interval in which the process used less CPU time than this, ns, probes take too little to matter. */
    static final long LEAST = 250_000_000;
    /** So many intervals in a row must be above the probe budget. The first one after a change is partly of the time before it. */
    static final int INTERVALS = 2;
    /** Of the budget, the tenths that are used after names were switched off. The rest is for names that are tried again. */
    private static final int TENTHS = 8;

    final int thousandths;
    /** Below 0 if it is not known. */
    private long usedBefore = -1;
    private int above;

    ProbeBudget(int thousandths) {
        this.thousandths = thousandths;
    }

    /**
     * How much less probes have to take, ns in an interval such as the last; 0 if they may stay as they are.
     *
     * @param taken what probes took in this interval, ns
     * @param used  the CPU time the process has used since it started, ns; below 0 if that is not known
     */
    long overrun(long taken, long used) {
        long more = used - usedBefore;
        boolean isKnown = used >= 0 && usedBefore >= 0;
        usedBefore = used;
        long allowed = more / 1_000 * thousandths;
        if (thousandths == 0 || !isKnown || more < LEAST || taken <= allowed) {
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
}
