package sim.payload.controller;

import sim.payload.spi.PayloadRuntime;

/** Switches recordings of payload probes, from within the application. Without SIM nothing happens. Any thread. */
public final class Controller {
    /** Names all probes, also those that appear later. */
    public static final String PROBE_NAME_ALL_CUSTOM = "all";

    private static final PayloadRuntime RUNTIME = PayloadRuntime.ofJvm();

    private Controller() {}

    /**
     * Begins to record a probe. One that is recorded already goes on, with or without events as said last.
     *
     * @param probe the class name or the name of a probe, or {@link #PROBE_NAME_ALL_CUSTOM}; one that has not been used yet
     *        is recorded from its first use on
     */
    public static void startProbeRecording(String probe, ProbeRecordingOptions options) {
        RUNTIME.startRecording(probe, options != null && options.isEvents());
    }

    /** Ends a probe's recording. */
    public static void stopProbeRecording(String probe) {
        RUNTIME.stopRecording(probe);
    }
}
