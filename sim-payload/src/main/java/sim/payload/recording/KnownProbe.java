package sim.payload.recording;

import java.util.List;
import sim.model.payload.PayloadProbeEntry;

/** A payload probe that the runtime has met, by its class name. It does not refer to the class. */
public final class KnownProbe {
    /** From 1, without gaps. */
    public final int id;
    /** Its class name or key. */
    public final String type;
    /** The recording that its payloads go to, null while it does not record. A plain load on x86. */
    volatile Recording recording;
    /** The number of its last recording. Only {@link Recordings} uses it. */
    long lastRecording;
    /** Who begins its payloads. */
    public final Callers callers = new Callers();
    final ControlObjects objects;
    final SplitTexts splits;
    private volatile PayloadProbeEntry entry;
    volatile boolean changed = true;

    KnownProbe(int id, String type, ControlObjects objects, SplitTexts splits) {
        this.id = id;
        this.type = type;
        this.objects = objects;
        this.splits = splits;
        this.entry = new PayloadProbeEntry(id, type, type, "", true, false, false, List.of(), List.of());
    }

    void describe(Definition said, List<PayloadProbeEntry.Line> lines) {
        entry = new PayloadProbeEntry(id, type, said.name, said.description, said.payloads, said.splits, said.objects,
                said.types, lines);
        changed = true;
    }

    PayloadProbeEntry entry() {
        return entry;
    }

    /** Whether a word names this probe: by its class or by its name. */
    boolean isCalled(String word) {
        return type.equals(word) || entry.name().equals(word);
    }
}
