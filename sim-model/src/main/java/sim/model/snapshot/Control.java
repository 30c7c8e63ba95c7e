package sim.model.snapshot;

/**
 * A request from the agent server to an application. Each kind is a record of its own, whose components are its content. A
 * {@code ControlHandler} in the runtime obeys it.
 */
public interface Control {
    /** The kind, a word: it selects the handler. */
    String kind();
}
