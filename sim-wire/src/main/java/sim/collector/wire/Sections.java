package sim.collector.wire;

import java.util.List;
import sim.metrics.snapshot.ContextRecord;
import sim.metrics.snapshot.EventRecord;
import sim.metrics.snapshot.HistogramRow;
import sim.metrics.snapshot.Invocation;
import sim.metrics.snapshot.KindRecord;
import sim.metrics.snapshot.NameEntry;
import sim.metrics.snapshot.NodeEntry;
import sim.metrics.snapshot.Score;
import sim.metrics.snapshot.TreeRow;
import sim.metrics.snapshot.Verdict;

/** The sections this version speaks, in the order in which they travel. A batch's dictionary is ahead of what refers to it. */
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

    /** All of them. The position is a section's number in the batches of this version. */
    public static final List<Section<?>> ALL = List.of(NAMES, NODES, ROWS, INVOCATIONS, CONTEXTS, EVENTS, SCORES,
            VERDICTS, PLATFORM, COUNTERS, KINDS, HISTOGRAMS);

    private Sections() {}

    /** The section of that name, or null. */
    static Section<?> named(String name) {
        for (Section<?> section : ALL) {
            if (section.name().equals(name)) {
                return section;
            }
        }
        return null;
    }
}
