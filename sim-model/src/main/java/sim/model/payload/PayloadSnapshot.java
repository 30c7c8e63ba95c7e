package sim.model.payload;

import java.util.List;

/** Everything that payload probes gathered since the last snapshot, and answers to requests for scripts. */
public record PayloadSnapshot(List<PayloadProbeEntry> probes, List<PayloadRecording> recordings, List<PayloadRow> rows,
        List<ObjectRow> objectRows, List<ControlObject> objects, List<PayloadEvent> events,
        List<PayloadMinute> minutes, List<PayloadPoint> points, List<ScriptAnswer> answers) {
    /** Nothing. */
    public static final PayloadSnapshot NONE = new PayloadSnapshot(List.of(), List.of(), List.of(), List.of(),
            List.of(), List.of(), List.of(), List.of(), List.of());
}
