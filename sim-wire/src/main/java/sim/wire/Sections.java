package sim.wire;

import java.util.ArrayList;
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
    private static final List<Section<?>> ADDED = new ArrayList<>();

    public static final Section<NameEntry> NAMES = add(new NameSection());
    public static final Section<NodeEntry> NODES = add(new NodeSection());
    public static final Section<TreeRow> ROWS = add(new RowSection());
    public static final Section<Invocation> INVOCATIONS = add(new InvocationSection());
    public static final Section<ContextRecord> CONTEXTS = add(new ContextSection());
    public static final Section<EventRecord> EVENTS = add(new EventSection());
    public static final Section<Score> SCORES = add(new ScoreSection());
    public static final Section<Verdict> VERDICTS = add(new VerdictSection());
    public static final Section<PlatformSample> PLATFORM = add(new PlatformSection());
    public static final Section<Counter> COUNTERS = add(new CounterSection());

    public static final Section<KindRecord> KINDS = add(new KindSection());
    public static final Section<HistogramRow> HISTOGRAMS = add(new HistogramSection());

    public static final Section<PayloadProbeEntry> PAYLOAD_PROBES = add(new PayloadProbeSection());
    public static final Section<PayloadRecording> PAYLOAD_RECORDINGS = add(new PayloadRecordingSection());
    public static final Section<PayloadRow> PAYLOAD_ROWS = add(new PayloadRowSection());
    public static final Section<ObjectRow> OBJECT_ROWS = add(new ObjectRowSection());
    public static final Section<ControlObject> CONTROL_OBJECTS = add(new ControlObjectSection());
    public static final Section<PayloadEvent> PAYLOAD_EVENTS = add(new PayloadEventSection());
    public static final Section<PayloadMinute> PAYLOAD_MINUTES = add(new PayloadMinuteSection());
    public static final Section<PayloadPoint> PAYLOAD_POINTS = add(new PayloadPointSection());
    public static final Section<ScriptAnswer> SCRIPT_ANSWERS = add(new ScriptAnswerSection());

    public static final Section<FailureRecord> FAILURES = add(new FailureSection());
    public static final Section<StackRecord> STACKS = add(new StackSection());

    /** All sections. The position is the section's number in the batches of this version: a new one is added at the end. */
    public static final List<Section<?>> ALL = List.copyOf(ADDED);

    private Sections() {}

    private static <E> Section<E> add(Section<E> section) {
        ADDED.add(section);
        return section;
    }

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
