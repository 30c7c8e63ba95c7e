package sim.payload.runtime;

import sim.metrics.probe.Metering;
import sim.payload.recording.Payloads;
import sim.payload.spi.PayloadRuntime;

/** What tests look at that no caller of the payload API sees. */
public final class Inside {
    private Inside() {}

    /** The payload probes of a runtime. */
    public static Payloads of(Metering metering) {
        return metering.feature(PayloadFeature.class).payloads();
    }

    /** Whether a class was used since the last drain. */
    public static boolean isSeen(PayloadRuntime runtime, Class<?> probe) {
        return ((JvmPayloads) runtime).isSeen(probe);
    }
}
