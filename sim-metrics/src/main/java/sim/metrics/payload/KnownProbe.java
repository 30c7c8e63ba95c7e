package sim.metrics.payload;

import java.util.List;
import sim.metrics.snapshot.payload.PayloadProbeEntry;

/** A payload probe the runtime has met, by its class name. Holds no class. */
public final class KnownProbe {
    /** From 1, dense. */
    public final int id;
    /** Its class name or key. */
    public final String type;
    /** What it records into now, null while it is off. A plain load on x86. */
    volatile Recording recording;
    /** The number of the last one. {@link Recordings} alone. */
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

    /** Whether somebody means it by this word: its class, or its name. */
    boolean isCalled(String word) {
        return type.equals(word) || entry.name().equals(word);
    }
}
