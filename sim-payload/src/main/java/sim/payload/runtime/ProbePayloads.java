package sim.payload.runtime;

import sim.payload.recording.BoundProbe;

/**
 * The payloads of one probe class, for code of SIM that begins and ends them on behalf of an application. It looks the probe up once, not
 * at each call. Called on the application's threads; no method throws. While nothing records, a begin and an end take a few loads each.
 */
public final class ProbePayloads {
    private final JvmPayloads runtime;
    private final Class<?> type;
    /** Null until the runtime has met the probe. */
    private volatile BoundProbe bound;

    private ProbePayloads(JvmPayloads runtime, Class<?> type) {
        this.runtime = runtime;
        this.type = type;
        this.bound = runtime.bind(type);
    }

    /** Makes the runtime meet the class: from now on the probe is listed, and records if somebody wants it. */
    public static ProbePayloads of(Class<?> type) {
        return new ProbePayloads(JvmPayloads.open(), type);
    }

    /** Whether begins and ends matter now. If not, a caller may leave out the calls of all methods below. */
    public boolean isActive() {
        return runtime.isActive();
    }

    /** Whether the probe records, so that a description is needed. */
    public boolean isRecording() {
        return runtime.isActive() && runtime.isRecording(bound());
    }

    /**
     * Begins a payload on the calling thread.
     *
     * @param controlObject the object to which it belongs, or null
     * @param kind an event type of the probe, or null
     */
    public void enter(Object controlObject, Enum<?> kind) {
        BoundProbe of = bound();
        if (of != null) {
            runtime.enter(of, controlObject, kind);
        }
    }

    /** Ends the innermost payload of the calling thread; see {@link JvmPayloads#exit(String, Throwable)}. */
    public void exit(String description, Throwable error) {
        runtime.exit(description, error);
    }

    private BoundProbe bound() {
        BoundProbe known = bound;
        if (known == null) {
            known = runtime.bind(type);
            bound = known;
        }
        return known;
    }
}
