package sim.wire.totals;

import java.util.Set;

/**
 * Which counters of an application say that something was lost, healed or refused. The others say what its runtime did, such as
 * {@code weaving.woven}: added to these they would look like losses. A new counter is no mishap until it stands here. Any thread.
 */
final class Mishaps {
    /** Of a sum and its parts, such as {@code weaving.failed} and {@code weaving.failed.verify}, the sum alone. */
    private static final Set<String> NAMES = Set.of("baggage.dropped", "calls.lost", "calls.switched", "calls.too.deep",
            "calls.untimed", "collector.aside", "collector.failures", "collector.unsendable", "context.calls.lost",
            "contention.unread", "context.missing", "context.places.dropped", "context.values.dropped",
            "contexts.dropped",
            "contexts.healed", "contexts.kinds.folded", "contexts.kinds.places.folded", "contexts.unmatched",
            "contexts.values.nameless", "controls.unknown", "counters.folded", "errors.places.folded",
            "errors.stacks.dropped",
            "events.dropped", "extensions.failures", "handovers.left.out", "histograms.folded", "hooks.left.out",
            "hooks.stuck", "hooks.unwatched", "invocations.dropped", "listeners.failures", "log.dropped", "mdc.failed",
            "mdc.unused", "metering.failures", "names.folded", "payload.objects.dropped", "payload.probes.unmatched",
            "payloads.dropped", "payloads.triggers.dropped", "probes.begun.twice", "probes.closed", "probes.crossed",
            "probes.foreign", "probes.healed", "probes.lost", "probes.not.begun", "probes.reports.held.back",
            "probes.unmatched", "prometheus.failures", "recording.dropped", "scopes.dropped", "splits.dropped",
            "telemetries.failures",
            "threads.failed", "traceparent.refused", "tree.folded", "verdicts.dropped",
            "weaving.failed");
    private static final Set<String> BEGINNINGS = Set.of("collector.left.", "jfr.", "spool.");

    private Mishaps() {}

    static boolean isOne(String counter) {
        return NAMES.contains(counter) || BEGINNINGS.stream().anyMatch(counter::startsWith);
    }
}
