package sim.payload.injected;

/**
 * What a handler may have as a parameter, to make payloads and name control objects. It belongs to one probe and is valid during
 * the handler's call.
 */
public interface ProbeContext {
    /**
     * Makes a payload with a control object and a type, either of which may be null. A handler that is called on entry returns
     * it, so that both are known while the call runs.
     */
    Payload createPayload(String name, Object controlObject, Enum<?> type);

    /**
     * Makes a payload whose description is known only at the end. The {@code AdditionalInterception} below the handler, called on
     * exit, returns the description.
     */
    Payload createPayloadWithDeferredName(Object controlObject, Enum<?> type);

    /** The payload of this probe in which the intercepted call lies; null for none. */
    Payload getOuterPayload();

    /** Names a control object and records that it was opened. SIM holds the object weakly. */
    void openControlObject(Object controlObject, String name);

    /** Records that a control object was closed. */
    void closeControlObject(Object controlObject);

    /** Whether the probe records. SIM calls handlers that make payloads and splits only while it does. */
    boolean isProbeRecorded();
}
