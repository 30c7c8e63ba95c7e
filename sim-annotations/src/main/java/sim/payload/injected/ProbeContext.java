package sim.payload.injected;

/** What a handler may ask for as a parameter. Belongs to one probe; good for the time of the handler's call. */
public interface ProbeContext {
    /**
     * A payload with a control object and a type, either of which may be null. To be returned by a handler that is invoked on
     * entry, so that both are known while the call runs.
     */
    Payload createPayload(String name, Object controlObject, Enum<?> type);

    /**
     * The same where the description is known at the end alone: the handler below it, of the same interception and invoked on
     * exit, returns it.
     */
    Payload createPayloadWithDeferredName(Object controlObject, Enum<?> type);

    /** The payload of this probe that the intercepted call is inside of; null for none. */
    Payload getOuterPayload();

    /** Names a control object and notes that it was opened; the object is held weakly. */
    void openControlObject(Object controlObject, String name);

    /** Notes that a control object was closed. */
    void closeControlObject(Object controlObject);

    /** Whether the probe records. Handlers that make payloads and splits are called only then. */
    boolean isProbeRecorded();
}
