package sim.payload.controller;

import sim.payload.spi.PayloadRuntime;

/** Starts and stops recordings of payload probes from within the application. Without SIM nothing happens. Any thread. */
public final class Controller {
    /** Names all probes, also those that appear later. */
    public static final String PROBE_NAME_ALL_CUSTOM = "all";

    private static final PayloadRuntime RUNTIME = PayloadRuntime.ofJvm();

    private Controller() {}

    /**
     * Starts to record a probe. If the probe records already, it continues, and the last call decides whether events are kept.
     *
     * @param probe the class name or the name of a probe, or {@link #PROBE_NAME_ALL_CUSTOM}. A probe that has not been used yet
     *        is recorded from its first use on
     */
    public static void startProbeRecording(String probe, ProbeRecordingOptions options) {
        RUNTIME.startRecording(probe, options != null && options.isEvents());
    }

    /** Stops a probe's recording. */
    public static void stopProbeRecording(String probe) {
        RUNTIME.stopRecording(probe);
    }
}
