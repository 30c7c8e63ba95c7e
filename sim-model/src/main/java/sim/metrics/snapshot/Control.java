package sim.metrics.snapshot;

/**
 * What somebody at the agent server wants done in an application. A kind is a record of its own, whose components are its content; a
 * {@code ControlHandler} in the runtime does it.
 */
public interface Control {
    /** Which handler it is for: a word. */
    String kind();
}
