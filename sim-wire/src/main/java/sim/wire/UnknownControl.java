package sim.wire;

import sim.model.snapshot.Control;

/**
 * A request whose kind or action this release does not know. No handler obeys it, and the runtime counts it ({@code controls.unknown}).
 *
 * @param number the kind's number on the wire
 * @param action the action's number on the wire
 */
record UnknownControl(int number, int action) implements Control {
    @Override
    public String kind() {
        return "unknown";
    }
}
