package sim.collector;

import java.util.List;
import java.util.Map;
import sim.collector.wire.Batch;
import sim.collector.wire.PlatformSample;
import sim.metrics.snapshot.ContextRecord;
import sim.metrics.snapshot.EventRecord;
import sim.metrics.snapshot.Invocations;
import sim.metrics.snapshot.NameEntry;
import sim.metrics.snapshot.NodeEntry;
import sim.metrics.snapshot.Score;
import sim.metrics.snapshot.TreeRow;
import sim.metrics.snapshot.Verdict;

/**
 * What one drain brought, or a part of it, on its way to the server. Gets its sequence when it is first sent; from then
 * on it stays as it is.
 */
final class Parcel {
    final long fromMicros;
    final long toMicros;
    final List<TreeRow> rows;
    final Invocations invocations;
    final List<ContextRecord> contexts;
    final List<EventRecord> events;
    final List<Score> scores;
    final List<Verdict> verdicts;
    final List<PlatformSample> platform;
    final Map<String, Long> counters;
    /** 0 until it is first sent; the spool's lock guards it. */
    long sequence;

    Parcel(long fromMicros, long toMicros, List<TreeRow> rows, Invocations invocations,
            List<ContextRecord> contexts, List<EventRecord> events, List<Score> scores, List<Verdict> verdicts,
            List<PlatformSample> platform, Map<String, Long> counters) {
        this.fromMicros = fromMicros;
        this.toMicros = toMicros;
        this.rows = rows;
        this.invocations = invocations;
        this.contexts = contexts;
        this.events = events;
        this.scores = scores;
        this.verdicts = verdicts;
        this.platform = platform;
        this.counters = counters;
    }

    /** Kept calls and nothing else. */
    Parcel(long fromMicros, long toMicros, Invocations invocations) {
        this(fromMicros, toMicros, List.of(), invocations, List.of(), List.of(), List.of(), List.of(), List.of(),
                Map.of());
    }

    /** An estimate of the memory it takes. */
    long bytes() {
        long bytes = 256 + 500L * rows.size() + callBytes() + 300L * events.size()
                + 2_500L * platform.size() + 48L * scores.size() + 300L * verdicts.size();
        for (TreeRow row : rows) {
            bytes += 8L * row.buckets().length;
        }
        for (ContextRecord context : contexts) {
            bytes += 400 + 150L * context.values().size() + 60L * context.stays().size()
                    + 500L * context.rows().size();
        }
        return bytes;
    }

    /** The part of it that is kept calls. */
    long callBytes() {
        long bytes = invocations.bytes().length;
        for (String text : invocations.texts()) {
            bytes += 60L + text.length();
        }
        return bytes;
    }

    Batch batch(List<NameEntry> names, List<NodeEntry> nodes) {
        return new Batch(sequence, fromMicros, toMicros, names, nodes, rows, invocations, contexts, events, scores,
                verdicts, platform, counters);
    }

    /** The two halves of what it holds, the later one first: with the counters, which are told when all is. */
    List<Parcel> halves() {
        return List.of(part(1), part(0));
    }

    private Parcel part(int half) {
        return new Parcel(fromMicros, toMicros, half(rows, half),
                invocations.subList(half == 0 ? 0 : (invocations.size() + 1) / 2,
                        half == 0 ? (invocations.size() + 1) / 2 : invocations.size()),
                half(contexts, half),
                half(events, half), half(scores, half), half(verdicts, half), half(platform, half),
                half == 0 ? Map.of() : counters);
    }

    private static <T> List<T> half(List<T> all, int half) {
        int middle = (all.size() + 1) / 2;
        return half == 0 ? all.subList(0, middle) : all.subList(middle, all.size());
    }
}
