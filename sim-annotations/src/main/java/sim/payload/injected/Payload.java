package sim.payload.injected;

/** A payload with more than a description. A handler makes it with {@link ProbeContext}. */
public interface Payload {
    /** The description; null while it is deferred. */
    String getName();

    /** The control object to which it belongs, or null. */
    Object getControlObject();

    /** A constant of the probe's event types, or null. */
    Enum<?> getType();
}
