package sim.metrics.hotspot;

/**
 * The firings of one name in an interval, over all threads.
 *
 * @param id the id of the name
 * @param calls how many there were
 * @param own their self time in the judged meter
 * @param use their self time in CPU time; in the judged meter where CPU time is not read, such as on virtual threads
 */
public record Firings(int id, long calls, long own, long use) {
    /** These firings and others of the same name. */
    public Firings plus(Firings others) {
        return new Firings(id, calls + others.calls, own + others.own, use + others.use);
    }

    double mean() {
        return own / (double) Math.max(1, calls);
    }
}
