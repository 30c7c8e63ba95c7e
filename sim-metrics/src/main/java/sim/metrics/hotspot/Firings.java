package sim.metrics.hotspot;

/**
 * The firings of one name in an interval, over all threads.
 *
 * @param id the id of the name
 * @param calls how many there were
 * @param own their self time in the judged meter
 */
public record Firings(int id, long calls, long own) {
    /** These firings and others of the same name. */
    public Firings plus(Firings others) {
        return new Firings(id, calls + others.calls, own + others.own);
    }

    double mean() {
        return own / (double) Math.max(1, calls);
    }
}
