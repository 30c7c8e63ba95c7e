package sim.wire;

import java.util.List;
import sim.model.payload.ControlObject;
import sim.model.payload.ObjectRow;
import sim.model.payload.PayloadEvent;
import sim.model.payload.PayloadMinute;
import sim.model.payload.PayloadPoint;
import sim.model.payload.PayloadProbeEntry;
import sim.model.payload.PayloadRecording;
import sim.model.payload.PayloadRow;
import sim.model.payload.ScriptAnswer;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.EventRecord;
import sim.model.snapshot.FailureRecord;
import sim.model.snapshot.HistogramRow;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Score;
import sim.model.snapshot.StackRecord;
import sim.model.snapshot.TreeRow;
import sim.model.snapshot.Verdict;

/** The sections of this version, in the order in which they travel. The dictionary of a batch comes before what refers to it. */
public final class Sections {
    public static final Section<NameEntry> NAMES = new NameSection();
    public static final Section<NodeEntry> NODES = new NodeSection();
    public static final Section<TreeRow> ROWS = new RowSection();
    public static final Section<Invocation> INVOCATIONS = new InvocationSection();
    public static final Section<ContextRecord> CONTEXTS = new ContextSection();
    public static final Section<EventRecord> EVENTS = new EventSection();
    public static final Section<Score> SCORES = new ScoreSection();
    public static final Section<Verdict> VERDICTS = new VerdictSection();
    public static final Section<PlatformSample> PLATFORM = new PlatformSection();
    public static final Section<Counter> COUNTERS = new CounterSection();

    public static final Section<KindRecord> KINDS = new KindSection();
    public static final Section<HistogramRow> HISTOGRAMS = new HistogramSection();

    public static final Section<PayloadProbeEntry> PAYLOAD_PROBES = new PayloadProbeSection();
    public static final Section<PayloadRecording> PAYLOAD_RECORDINGS = new PayloadRecordingSection();
    public static final Section<PayloadRow> PAYLOAD_ROWS = new PayloadRowSection();
    public static final Section<ObjectRow> OBJECT_ROWS = new ObjectRowSection();
    public static final Section<ControlObject> CONTROL_OBJECTS = new ControlObjectSection();
    public static final Section<PayloadEvent> PAYLOAD_EVENTS = new PayloadEventSection();
    public static final Section<PayloadMinute> PAYLOAD_MINUTES = new PayloadMinuteSection();
    public static final Section<PayloadPoint> PAYLOAD_POINTS = new PayloadPointSection();
    public static final Section<ScriptAnswer> SCRIPT_ANSWERS = new ScriptAnswerSection();

    public static final Section<FailureRecord> FAILURES = new FailureSection();
    public static final Section<StackRecord> STACKS = new StackSection();

    /** All sections. The position is the section's number in the batches of this version. */
    public static final List<Section<?>> ALL = List.of(NAMES, NODES, ROWS, INVOCATIONS, CONTEXTS, EVENTS, SCORES,
            VERDICTS, PLATFORM, COUNTERS, KINDS, HISTOGRAMS, PAYLOAD_PROBES, PAYLOAD_RECORDINGS, PAYLOAD_ROWS,
            OBJECT_ROWS, CONTROL_OBJECTS, PAYLOAD_EVENTS, PAYLOAD_MINUTES, PAYLOAD_POINTS, SCRIPT_ANSWERS, FAILURES,
            STACKS);

    private Sections() {}

    /** The section with this name, or null. */
    static Section<?> named(String name) {
        for (Section<?> section : ALL) {
            if (section.name().equals(name)) {
                return section;
            }
        }
        return null;
    }
}
