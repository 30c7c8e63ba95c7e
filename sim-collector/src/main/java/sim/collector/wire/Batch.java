package sim.collector.wire;

import java.util.List;
import java.util.Map;
import sim.metrics.snapshot.ContextRecord;
import sim.metrics.snapshot.EventRecord;
import sim.metrics.snapshot.Invocation;
import sim.metrics.snapshot.NameEntry;
import sim.metrics.snapshot.NodeEntry;
import sim.metrics.snapshot.Score;
import sim.metrics.snapshot.TreeRow;
import sim.metrics.snapshot.Verdict;

/**
 * What one JVM gathered in a while.
 *
 * @param sequence grows by at least one; stored once
 * @param fromMicros the beginning of the while, microseconds since the epoch
 * @param toMicros its end
 * @param names dictionary entries the server does not know yet
 * @param nodes tree nodes the server does not know yet
 * @param scores the scorecards that changed
 * @param verdicts what the hotspot extension decided
 * @param counters what was dropped or healed since the JVM started, by kind
 */
public record Batch(long sequence, long fromMicros, long toMicros, List<NameEntry> names, List<NodeEntry> nodes,
        List<TreeRow> rows, List<Invocation> invocations, List<ContextRecord> contexts, List<EventRecord> events,
        List<Score> scores, List<Verdict> verdicts, List<PlatformSample> platform,
        Map<String, Long> counters) implements Frame {}
