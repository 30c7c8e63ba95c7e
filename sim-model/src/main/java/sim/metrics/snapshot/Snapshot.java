package sim.metrics.snapshot;

import java.util.List;

/**
 * What the runtime gathered since it was last drained.
 *
 * @param fromMicros the last drain, microseconds since the epoch
 * @param toMicros this drain
 * @param histograms of meters beside wall time, where they are asked for
 * @param kinds what contexts came to by kind
 */
public record Snapshot(long fromMicros, long toMicros, List<TreeRow> rows, List<HistogramRow> histograms,
        Invocations invocations,
        List<ContextRecord> contexts, List<KindRecord> kinds, List<EventRecord> events, List<Score> scores,
        List<Verdict> verdicts) {
    /** Kept calls and ended contexts alone, taken between two drains. */
    public static Snapshot between(long fromMicros, long toMicros, Invocations invocations,
            List<ContextRecord> contexts) {
        return new Snapshot(fromMicros, toMicros, List.of(), List.of(), invocations, contexts, List.of(), List.of(),
                List.of(), List.of());
    }

    /** Whether there is anything to send. */
    public boolean isEmpty() {
        return rows.isEmpty() && histograms.isEmpty() && invocations.isEmpty() && contexts.isEmpty() && kinds.isEmpty()
                && events.isEmpty()
                && scores.isEmpty() && verdicts.isEmpty();
    }
}
