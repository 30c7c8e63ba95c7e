package sim.server.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** What an application's counters say it has not got, and what to do; docs/troubleshooting.md has all counters. Any thread. */
final class Missing {
    private static final String SUMS = "missing in the sums: the server's log or the program's heap says why";
    /** By the beginning of the counter's name, the longest first. */
    private static final Map<String, String> CURES = new LinkedHashMap<>();
    static {
        CURES.put("collector.left.", "its last shipment was cut off: raise exit.flush");
        CURES.put("collector.aside", "the server could not store a batch: its log says why");
        CURES.put("collector.unsendable", "something was larger than a frame: keep shorter values (value.length)");
        CURES.put("spool.calls.dropped", SUMS);
        CURES.put("spool.payloads.dropped", SUMS);
        CURES.put("spool.payload.object.rows.dropped", SUMS);
        CURES.put("spool.kinds.dropped", SUMS);
        CURES.put("spool.histograms.dropped", SUMS);
        CURES.put("spool.", "the server was away for long: raise spool, or look why it was");
        CURES.put("invocations.dropped", "more single calls than a ring holds; totals are exact: raise events.ring");
        CURES.put("histograms.folded", "percentiles are inexact: raise numbers.memory");
        CURES.put("calls.too.deep", "calls nested too deep are not metered, or numbers.memory is used up");
        CURES.put("calls.untimed", "calls of virtual threads without times: raise numbers.memory");
        CURES.put("calls.lost", "calls where the stack was full could not be counted");
        CURES.put("scopes.dropped", "contexts that virtual threads could not be in: raise numbers.memory");
        CURES.put("context.calls.lost", "calls are missing in their context: the stack or numbers.memory was full");
        CURES.put("contention.unread", "blocking and waiting are 0: the program has a SecurityManager of its own");
        CURES.put("contexts.dropped", "raise contexts.max or contexts.memory");
        CURES.put("contexts.values.nameless", "compile with -g, so that rules of redact= can match");
        CURES.put("tree.folded", "places count under [other]: raise tree.nodes");
        CURES.put("names.folded",
                "methods past names.max are not metered: raise it, or put what varies into a context's value");
        CURES.put("payload.points.folded", "lines of telemetries count under [other]: a payload probe has too many");
        CURES.put("sums.contexts.folded",
                "contexts count under [other] in the application's sums: put what varies into a context's value");
        CURES.put("sums.readings.folded",
                "telemetries are in no chart of all instances: give them names that do not vary");
        CURES.put("extensions.failures", "an extension threw and is off: the program's standard error names it");
        CURES.put("listeners.failures", "a listener threw: the program's standard error says the first");
        CURES.put("telemetries.failures", "a telemetry could not be read: the program's standard error names it");
        CURES.put("prometheus.failures",
                "a scrape of the program lacks something: the program's standard error says why");
        CURES.put("metering.failures", "a hook threw, or metering failed: the program's standard error names it");
        CURES.put("threads.failed", "a thread of SIM's failed: please report the line on the program's standard error");
        CURES.put("weaving.failed", "classes run unmetered: weave.log=FILE names them");
        CURES.put("times.ahead", "times are those of a clock that jumped: look after the machine's clock");
        CURES.put("times.early", "times are those of a clock that jumped: look after the machine's clock");
        CURES.put("hooks.left.out", "a hook calls what its own pointcut selects");
    }

    private Missing() {}

    /** What to do about that counter; null where it says nothing of what is missing. */
    static String cure(String counter) {
        for (Map.Entry<String, String> each : CURES.entrySet()) {
            if (counter.equals(each.getKey()) || each.getKey().endsWith(".") && counter.startsWith(each.getKey())) {
                return each.getValue();
            }
        }
        return null;
    }
}
