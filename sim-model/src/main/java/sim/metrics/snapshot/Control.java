package sim.metrics.snapshot;

/**
 * What somebody at the agent server wants of the hotspot extension, or of payload probes.
 *
 * @param action what to do
 * @param owner the class or prefix; with an empty member every name below it. Both empty for {@code THRESHOLDS}, and for
 *        every name there is
 * @param member the method
 * @param threshold for {@code THRESHOLDS}, in the judged meter's unit; negative to leave it
 * @param inherent likewise
 */
public record Control(Action action, String owner, String member, long threshold, long inherent) {
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
        THRESHOLDS,
        /** Record the payload probe that {@code owner} names, by its class or its name; {@code all} is every one. */
        RECORD,
        /** The same, and keep single events. */
        RECORD_EVENTS,
        /** Record it no more. */
        STOP_RECORDING;

        /** Whether it is said of payload probes; the others are of scorecards. */
        public boolean isOfPayloads() {
            return this == RECORD || this == RECORD_EVENTS || this == STOP_RECORDING;
        }
    }
}
