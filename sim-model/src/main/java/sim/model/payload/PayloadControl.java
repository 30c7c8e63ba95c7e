package sim.model.payload;

import sim.model.packed.Numbered;
import sim.model.snapshot.Control;

/**
 * A request from the agent server to record payload probes.
 *
 * @param action what to do
 * @param probe the probe's class or name; {@code all} means every probe
 */
public record PayloadControl(Action action, String probe) implements Control {
    public static final String KIND = "payload";

    @Override
    public String kind() {
        return KIND;
    }

    /** What to do. */
    public enum Action implements Numbered {
        /** Record the probe. */
        RECORD(0),
        /** Record the probe and keep single events. */
        RECORD_EVENTS(1),
        /** Stop recording the probe. */
        STOP_RECORDING(2);

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
