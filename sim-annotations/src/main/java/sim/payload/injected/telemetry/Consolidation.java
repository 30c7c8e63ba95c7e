package sim.payload.injected.telemetry;

/** How the readings of a {@link Telemetry} become one point where a chart has fewer points than there are readings. */
public enum Consolidation {
    /** Their mean. For levels, such as the length of a queue. */
    MEAN,
    /** Their sum. For what happened since the last reading. */
    SUM,
    /** The smallest of them. */
    LEAST,
    /** The largest of them. */
    MOST,
    /** The last of them. For totals since the start. */
    LAST
}
