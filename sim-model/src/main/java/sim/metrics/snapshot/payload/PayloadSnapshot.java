package sim.metrics.snapshot.payload;

import java.util.List;

/** What payload probes gathered since the last snapshot, and what scripts' answers there are. */
public record PayloadSnapshot(List<PayloadProbeEntry> probes, List<PayloadRecording> recordings, List<PayloadRow> rows,
        List<ObjectRow> objectRows, List<ControlObject> objects, List<PayloadEvent> events,
        List<PayloadMinute> minutes, List<PayloadPoint> points, List<ScriptAnswer> answers) {
    /** Nothing. */
    public static final PayloadSnapshot NONE = new PayloadSnapshot(List.of(), List.of(), List.of(), List.of(),
            List.of(), List.of(), List.of(), List.of(), List.of());
}
