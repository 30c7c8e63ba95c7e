package sim.payload.injected;

/** What a handler makes of a call, by {@link ProbeContext}: more than a text. */
public interface Payload {
    /** The description; null while it is deferred. */
    String getName();

    /** What it belongs to, or null. */
    Object getControlObject();

    /** A constant of the probe's event types, or null. */
    Enum<?> getType();
}
