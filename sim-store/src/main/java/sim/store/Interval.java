package sim.store;

/**
 * A span of time.
 *
 * @param from after this, microseconds since the epoch
 * @param to up to this
 */
record Interval(long from, long to) {
    static final Interval ALL = new Interval(Long.MIN_VALUE, Long.MAX_VALUE);

    /** A condition on a column. */
    String on(String column) {
        return "(" + column + " > " + from + " AND " + column + " <= " + to + ")";
    }
}
