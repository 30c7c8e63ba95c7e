package sim.model.snapshot;

import java.util.List;

/**
 * Everything that the runtime gathered since the last drain.
 *
 * @param fromMicros the last drain, microseconds since the epoch
 * @param toMicros this drain
 * @param histograms histograms of meters other than wall time, if somebody asked for them
 * @param kinds sums of contexts by kind
 * @param failures exceptions by type and place
 * @param stacks the stacks that were read of some of them
 */
public record Snapshot(long fromMicros, long toMicros, List<TreeRow> rows, List<HistogramRow> histograms,
        Invocations invocations,
        List<ContextRecord> contexts, List<KindRecord> kinds, List<EventRecord> events, List<Score> scores,
        List<Verdict> verdicts, List<FailureRecord> failures, List<StackRecord> stacks) {
    /** Only kept calls and ended contexts, taken between two drains. */
    public static Snapshot between(long fromMicros, long toMicros, Invocations invocations,
            List<ContextRecord> contexts) {
        return new Snapshot(fromMicros, toMicros, List.of(), List.of(), invocations, contexts, List.of(), List.of(),
                List.of(), List.of(), List.of(), List.of());
    }

    /** Whether there is anything to send. */
    public boolean isEmpty() {
        return rows.isEmpty() && histograms.isEmpty() && invocations.isEmpty() && contexts.isEmpty() && kinds.isEmpty()
                && events.isEmpty()
                && scores.isEmpty() && verdicts.isEmpty() && failures.isEmpty() && stacks.isEmpty();
    }
}
