package sim.metrics.snapshot.payload;

import sim.metrics.snapshot.Control;

/**
 * What somebody at the agent server wants recorded of payload probes.
 *
 * @param action what to do
 * @param probe by its class or its name; {@code all} is every one
 */
public record PayloadControl(Action action, String probe) implements Control {
    public static final String KIND = "payload";

    @Override
    public String kind() {
        return KIND;
    }

    /** The order is the wire's. */
    public enum Action {
        /** Record it. */
        RECORD,
        /** The same, and keep single events. */
        RECORD_EVENTS,
        /** Record it no more. */
        STOP_RECORDING
    }
}
