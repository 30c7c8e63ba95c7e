package sim.model.snapshot;

import sim.model.packed.Numbered;

/**
 * A request from the agent server to the hotspot extension.
 *
 * @param action what to do
 * @param owner the class or prefix; with an empty member, every name below it. Both are empty for {@code THRESHOLDS}, and for all
 *        names
 * @param member the method
 * @param threshold for {@code THRESHOLDS}, in the judged meter's unit; negative: do not change it
 * @param inherent the same for the inherent threshold
 */
public record HotspotControl(Action action, String owner, String member, long threshold, long inherent)
        implements
            Control {
    public static final String KIND = "hotspot";

    @Override
    public String kind() {
        return KIND;
    }

    /** What to do. */
    public enum Action implements Numbered {
        /** Meter the name and judge it anew. */
        ENABLE(0),
        /** Do not meter the name. */
        DISABLE(1),
        /** Meter the name for good. */
        PIN(2),
        /** Forget its verdicts: the name gets a new scorecard and is metered. */
        RESET(3),
        /** Judge all names by other thresholds. */
        THRESHOLDS(4);

        private final int number;

        Action(int number) {
            this.number = number;
        }

        @Override
        public int number() {
            return number;
        }
    }
}
