package sim.wire;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.EventRecord;
import sim.model.snapshot.HistogramRow;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Score;
import sim.model.snapshot.TreeRow;
import sim.model.snapshot.Verdict;

/**
 * What one JVM gathered in an interval.
 *
 * @param sequence greater than that of the batch before. The server stores a sequence once
 * @param fromMicros the begin of the interval, microseconds since the epoch by the application's clock
 * @param toMicros the end of the interval
 * @param contents the elements by section
 * @param skipped names of sections that came and are not known here
 * @param sentMicros when it was sent, by the same clock; 0 if the collector does not say
 */
public record Batch(long sequence, long fromMicros, long toMicros, Contents contents, List<String> skipped,
        long sentMicros)
        implements
            WireFrame {
    public Batch(long sequence, long fromMicros, long toMicros, Contents contents) {
        this(sequence, fromMicros, toMicros, contents, List.of(), 0);
    }

    /** A batch with these sections. */
    public Batch(long sequence, long fromMicros, long toMicros, List<NameEntry> names, List<NodeEntry> nodes,
            List<TreeRow> rows, List<Invocation> invocations, List<ContextRecord> contexts, List<EventRecord> events,
            List<Score> scores, List<Verdict> verdicts, List<PlatformSample> platform, Map<String, Long> counters) {
        this(sequence, fromMicros, toMicros,
                Contents.NONE.with(Sections.NAMES, names).with(Sections.NODES, nodes).with(Sections.ROWS, rows)
                        .with(Sections.INVOCATIONS, invocations).with(Sections.CONTEXTS, contexts)
                        .with(Sections.EVENTS, events).with(Sections.SCORES, scores).with(Sections.VERDICTS, verdicts)
                        .with(Sections.PLATFORM, platform).with(Sections.COUNTERS, counters.entrySet().stream()
                                .map(counter -> new Counter(counter.getKey(), counter.getValue())).toList()));
    }

    /** This batch with other elements in a section. */
    public <E> Batch with(Section<E> section, List<E> elements) {
        return new Batch(sequence, fromMicros, toMicros, contents.with(section, elements), skipped, sentMicros);
    }

    /** This batch with the time at which it is sent. */
    public Batch sentAt(long micros) {
        return new Batch(sequence, fromMicros, toMicros, contents, skipped, micros);
    }

    /** Names that the server does not know yet. */
    public List<NameEntry> names() {
        return contents.of(Sections.NAMES);
    }

    /** Nodes of the call tree that the server does not know yet. */
    public List<NodeEntry> nodes() {
        return contents.of(Sections.NODES);
    }

    public List<TreeRow> rows() {
        return contents.of(Sections.ROWS);
    }

    /** Histograms of meters other than wall time, if the application asks for them. */
    public List<HistogramRow> histograms() {
        return contents.of(Sections.HISTOGRAMS);
    }

    public List<Invocation> invocations() {
        return contents.of(Sections.INVOCATIONS);
    }

    public List<ContextRecord> contexts() {
        return contents.of(Sections.CONTEXTS);
    }

    public List<EventRecord> events() {
        return contents.of(Sections.EVENTS);
    }

    /** The scorecards that changed. */
    public List<Score> scores() {
        return contents.of(Sections.SCORES);
    }

    /** What the hotspot extension decided. */
    public List<Verdict> verdicts() {
        return contents.of(Sections.VERDICTS);
    }

    public List<PlatformSample> platform() {
        return contents.of(Sections.PLATFORM);
    }

    /** The sums of contexts by kind. */
    public List<KindRecord> kinds() {
        return contents.of(Sections.KINDS);
    }

    /** What was dropped or healed since the JVM started, by kind. */
    public Map<String, Long> counters() {
        Map<String, Long> counters = new LinkedHashMap<>();
        contents.of(Sections.COUNTERS).forEach(counter -> counters.put(counter.kind(), counter.count()));
        return counters;
    }
}
