package sim.metrics.snapshot.payload;

import sim.metrics.snapshot.Control;

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

    /** The order is the wire's. */
    public enum Action {
        /** Record the probe. */
        RECORD,
        /** Record the probe and keep single events. */
        RECORD_EVENTS,
        /** Stop recording the probe. */
        STOP_RECORDING
    }
}
