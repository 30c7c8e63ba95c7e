package sim.server.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import sim.jfr.reader.ContextRecording;
import sim.jfr.reader.Summary;
import tools.jackson.databind.json.JsonMapper;

/** {@code sim jfr summary}: what is in a recording, or what happened in each value of a context's entry. */
@Command(name = "summary", description = {"Counts events by type, in contexts and by their keys.",
        "With --by: what threads did, by the value of a key. Times and allocation are sums over all threads, an event "
                + "counts where it ends. Allocation is what the recording's samples stand for."}, mixinStandardHelpOptions = true, versionProvider = Version.class)
public final class JfrSummaryCommand implements Callable<Integer> {
    @Mixin
    private JfrFile file;

    @Option(names = "--by", paramLabel = "KEY", description = "a row for each value of this key")
    private String key;

    @Option(names = "--limit", defaultValue = "50", description = "rows of --by, those with most samples, then most time, first (default: ${DEFAULT-VALUE})")
    private int limit;

    @Option(names = "--json", description = "one object")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        try (ContextRecording recording = file.open()) {
            Summary summary = recording.summary(file.selection(), key);
            if (json) {
                System.out.println(JsonMapper.shared().writeValueAsString(object(recording, summary)));
            } else if (key != null) {
                System.out.print(Table.of(byKey(summary)));
            } else {
                System.out.print(Table.of(byType(summary)));
                if (!summary.keys().isEmpty()) {
                    System.out.print("\n" + Table.of(keys(summary)));
                }
            }
            if (!json && !recording.counters().isEmpty()) {
                System.out.println("\nCounted by the program: " + recording.counters());
            }
            file.sayRefused(recording);
        }
        return 0;
    }

    private static List<String[]> byType(Summary summary) {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[]{"event type", "events", "in a context"});
        summary.types().forEach((type, counts) -> rows
                .add(new String[]{type, Units.count(counts.all()), Units.count(counts.inContext())}));
        return rows;
    }

    private static List<String[]> keys(Summary summary) {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[]{"context key", "events"});
        summary.keys().forEach((name, events) -> rows.add(new String[]{name, Units.count(events)}));
        return rows;
    }

    private List<String[]> byKey(Summary summary) {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[]{key, "events", "samples", "asleep", "parked", "blocked", "waiting", "allocated"});
        sorted(summary).stream().limit(limit).forEach(row -> rows.add(row(row.getKey(), row.getValue())));
        if (summary.rows().size() > limit) {
            rows.add(new String[]{"(" + (summary.rows().size() - limit) + " more, see --limit)", "", "", "", "", "", "",
                    ""});
        }
        if (summary.beyond().events() > 0) {
            rows.add(row("(values past the first 10,000)", summary.beyond()));
        }
        rows.add(row("(no " + key + ")", summary.without()));
        return rows;
    }

    private static List<Map.Entry<String, Summary.Row>> sorted(Summary summary) {
        return summary.rows().entrySet().stream().sorted(Comparator
                .comparing((Map.Entry<String, Summary.Row> row) -> -row.getValue().samples())
                .thenComparing(row -> -time(row.getValue())).thenComparing(Map.Entry::getKey)).toList();
    }

    private static long time(Summary.Row row) {
        return row.asleep() + row.parked() + row.blocked() + row.waiting();
    }

    private static String[] row(String value, Summary.Row row) {
        return new String[]{value, Units.count(row.events()), Units.count(row.samples()), Units.nanos(row.asleep()),
                Units.nanos(row.parked()), Units.nanos(row.blocked()), Units.nanos(row.waiting()),
                Units.bytes(row.allocated())};
    }

    private Map<String, Object> object(ContextRecording recording, Summary summary) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("events", recording.events());
        Map<String, Object> types = new LinkedHashMap<>();
        summary.types().forEach(
                (type, counts) -> types.put(type, Map.of("events", counts.all(), "inContext", counts.inContext())));
        object.put("types", types);
        object.put("keys", summary.keys());
        object.put("counters", recording.counters());
        object.put("refused", recording.refused());
        if (key != null) {
            List<Object> rows = new ArrayList<>();
            sorted(summary).forEach(row -> rows.add(row(row.getKey(), row.getValue(), "value")));
            object.put("by", key);
            object.put("rows", rows);
            object.put("beyond", row(null, summary.beyond(), null));
            object.put("without", row(null, summary.without(), null));
        }
        return object;
    }

    private static Map<String, Object> row(String value, Summary.Row row, String name) {
        Map<String, Object> object = new LinkedHashMap<>();
        if (name != null) {
            object.put(name, value);
        }
        object.put("events", row.events());
        object.put("samples", row.samples());
        object.put("asleepNanos", row.asleep());
        object.put("parkedNanos", row.parked());
        object.put("blockedNanos", row.blocked());
        object.put("waitingNanos", row.waiting());
        object.put("allocatedBytes", row.allocated());
        return object;
    }
}
