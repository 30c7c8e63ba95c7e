package sim.payload.controller;

import java.io.File;
import sim.payload.spi.PayloadRuntime;

/**
 * Starts and stops recordings of payload probes from within the application, and sets bookmarks. Without SIM nothing happens. Any thread.
 * <p>
 * The other methods have the names and parameters of JProfiler's controller, so that a program written for it compiles. SIM always meters,
 * keeps everything at the agent server, and takes no snapshots, so those methods do nothing; each says what takes its place.
 */
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
     * @param options null for {@link ProbeRecordingOptions#NONE}
     */
    public static void startProbeRecording(String probe, ProbeRecordingOptions options) {
        startProbeRecording(probe, options != null && options.isEvents());
    }

    /**
     * Starts to record a probe, as {@link #startProbeRecording(String, ProbeRecordingOptions)} does.
     *
     * @param events whether single events are kept, up to a bound
     */
    public static void startProbeRecording(String probe, boolean events) {
        RUNTIME.startRecording(probe, events);
    }

    /** Stops a probe's recording. */
    public static void stopProbeRecording(String probe) {
        RUNTIME.stopRecording(probe);
    }

    /** Marks this moment: an event named <i>Bookmark</i>, with the description as its value, in the current context if there is one. */
    public static void addBookmark(String description) {
        RUNTIME.bookmark(description);
    }

    /** Does nothing: SIM always meters. The agent server answers for any range, so there is nothing to reset. */
    public static void startCPURecording(boolean reset) {}

    /** Does nothing: SIM goes on metering. */
    public static void stopCPURecording() {}

    /** Does nothing: allocation is one of the measures that SIM always reads. */
    public static void startAllocRecording(boolean reset) {}

    /** Does nothing: see {@link #startAllocRecording}. */
    public static void stopAllocRecording() {}

    /** Does nothing: blocking and waiting are measures that SIM always reads. */
    public static void startMonitorRecording() {}

    /** Does nothing: see {@link #startMonitorRecording}. */
    public static void stopMonitorRecording() {}

    /** Does nothing: SIM always meters threads by their calls. */
    public static void startThreadProfiling() {}

    /** Does nothing: see {@link #startThreadProfiling}. */
    public static void stopThreadProfiling() {}

    /** Does nothing: SIM always reads the measures of the platform. */
    public static void startVMTelemetryRecording() {}

    /** Does nothing: see {@link #startVMTelemetryRecording}. */
    public static void stopVMTelemetryRecording() {}

    /** Does nothing: counts, maxima and percentiles of each method are always kept. */
    public static void startMethodStatsRecording() {}

    /** Does nothing: see {@link #startMethodStatsRecording}. */
    public static void stopMethodStatsRecording() {}

    /** Does nothing: the agent server has the measurements. */
    public static void saveSnapshot(File file) {}

    /** Does nothing: SIM ships what is left when the JVM ends. */
    public static void saveSnapshotOnExit(File file) {}

    /** Does nothing: {@code jcmd PID GC.heap_dump} makes a heap dump. */
    public static void triggerHeapDump() {}

    /** Does nothing: {@code jcmd PID Thread.print} makes a thread dump. */
    public static void triggerThreadDump() {}
}
