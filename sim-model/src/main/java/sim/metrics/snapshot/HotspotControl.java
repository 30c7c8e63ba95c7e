package sim.metrics.snapshot;

/**
 * What somebody at the agent server wants of the hotspot extension.
 *
 * @param action what to do
 * @param owner the class or prefix; with an empty member every name below it. Both empty for {@code THRESHOLDS}, and for
 *        every name there is
 * @param member the method
 * @param threshold for {@code THRESHOLDS}, in the judged meter's unit; negative to leave it
 * @param inherent likewise
 */
public record HotspotControl(Action action, String owner, String member, long threshold, long inherent)
        implements
            Control {
    public static final String KIND = "hotspot";

    @Override
    public String kind() {
        return KIND;
    }

    /** The order is the wire's. */
    public enum Action {
        /** Meter it and judge it afresh. */
        ENABLE,
        /** Do not meter it. */
        DISABLE,
        /** Meter it for good. */
        PIN,
        /** Forget what was judged: a fresh scorecard, metered. */
        RESET,
        /** Judge all by other thresholds. */
        THRESHOLDS
    }
}
