package sim.model.snapshot;

/**
 * A request whose kind or action this release does not know. No handler obeys it, and the runtime counts it ({@code controls.unknown}).
 *
 * @param number the kind's number on the wire
 * @param action the action's number on the wire
 */
public record UnknownControl(int number, int action) implements Control {
    public static final String KIND = "unknown";

    @Override
    public String kind() {
        return KIND;
    }
}
