package sim.metrics.probe;

import sim.metrics.payload.BoundProbe;

/**
 * The payloads of one probe class, for code of SIM's own that begins and ends them for an application: it asks the runtime which
 * probe that is once, and no more at each call. Nothing here throws; on the application's threads. While nothing records, a
 * begin and an end are a few loads each.
 */
public final class ProbePayloads {
    private final JvmPayloads runtime;
    private final Class<?> type;
    /** Null until the runtime takes it. */
    private volatile BoundProbe bound;

    private ProbePayloads(JvmPayloads runtime, Class<?> type) {
        this.runtime = runtime;
        this.type = type;
        this.bound = runtime.bind(type);
    }

    /** The runtime meets the class: it is listed from now on, and records if somebody wants it. */
    public static ProbePayloads of(Class<?> type) {
        return new ProbePayloads(Metering.runtime().payloadRuntime(), type);
    }

    /** Whether begins and ends matter now. Where they do not, none of the methods below has to be called. */
    public boolean isActive() {
        return runtime.isActive();
    }

    /** Whether a description is worth working out. */
    public boolean isRecording() {
        return runtime.isActive() && runtime.isRecording(bound());
    }

    /**
     * A payload begins on the calling thread.
     *
     * @param controlObject what it belongs to, or null
     * @param kind          an event type of the probe, or null
     */
    public void enter(Object controlObject, Enum<?> kind) {
        BoundProbe of = bound();
        if (of != null) {
            runtime.enter(of, controlObject, kind);
        }
    }

    /** The innermost payload of the calling thread ends; see {@link JvmPayloads#exit(String, Throwable)}. */
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
