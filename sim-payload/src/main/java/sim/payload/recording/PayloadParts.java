package sim.payload.recording;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import sim.model.payload.ControlObject;
import sim.model.payload.ObjectRow;
import sim.model.payload.PayloadEvent;
import sim.model.payload.PayloadMinute;
import sim.model.payload.PayloadPoint;
import sim.model.payload.PayloadProbeEntry;
import sim.model.payload.PayloadRecording;
import sim.model.payload.PayloadRow;
import sim.model.payload.ScriptAnswer;
import sim.model.snapshot.Snapshot;

/**
 * The parts of the next snapshot of payload probes. A drain that fails, mostly because memory is short, leaves here what it has taken,
 * and the next one goes on. Only the collector's thread uses it.
 */
final class PayloadParts {
    final List<PayloadRow> rows;
    final List<ObjectRow> objectRows;
    final List<PayloadEvent> events = new ArrayList<>();
    final List<PayloadMinute> minutes = new ArrayList<>();
    final List<PayloadPoint> points = new ArrayList<>();
    final List<ControlObject> objects = new ArrayList<>();
    final List<ScriptAnswer> answers = new ArrayList<>();
    /** By recording: a drain that goes on may tell of one again. */
    private final Map<Recording, PayloadRecording> recordings = new LinkedHashMap<>();
    private final Map<KnownProbe, PayloadProbeEntry> probes = new LinkedHashMap<>();

    PayloadParts() {
        this(new ArrayList<>(), new ArrayList<>());
    }

    /** With lists of the caller's. */
    PayloadParts(List<PayloadRow> rows, List<ObjectRow> objectRows) {
        this.rows = rows;
        this.objectRows = objectRows;
    }

    void tell(Recording recording, PayloadRecording as) {
        recordings.put(recording, as);
    }

    void tell(KnownProbe probe, PayloadProbeEntry as) {
        probes.put(probe, as);
    }

    /** The snapshot with all of it. The lists are the snapshot's from then on. */
    Snapshot addTo(Snapshot snapshot) {
        return snapshot.with(PayloadProbeEntry.class, List.copyOf(probes.values()))
                .with(PayloadRecording.class, List.copyOf(recordings.values())).with(PayloadRow.class, rows)
                .with(ObjectRow.class, objectRows).with(ControlObject.class, objects).with(PayloadEvent.class, events)
                .with(PayloadMinute.class, minutes).with(PayloadPoint.class, points).with(ScriptAnswer.class, answers);
    }
}
