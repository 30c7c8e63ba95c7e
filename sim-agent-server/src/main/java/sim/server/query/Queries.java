package sim.server.query;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import sim.collector.wire.PlatformMeasure;
import sim.collector.wire.Wire;
import sim.metrics.snapshot.Standing;
import sim.server.store.Store;

/** What the HTTP interface answers, ready to be written as JSON. Any thread. */
public final class Queries {
    private static final int POINTS = 600;

    private final Store store;

    public Queries(Store store) {
        this.store = store;
    }

    /** Every instance the store knows, the latest first. */
    public List<Map<String, Object>> applications(Set<String> connected) {
        return store.query(connection -> {
            Map<String, Map<String, Long>> counters = new HashMap<>();
            Sql.list(connection, "SELECT instance, kind, count FROM counters ORDER BY kind",
                    row -> counters.computeIfAbsent(row.getString(1), i -> new LinkedHashMap<>()).put(row.getString(2),
                            row.getLong(3)));
            return Sql.list(connection, "SELECT * FROM instances ORDER BY last_seen_micros DESC, instance", row -> {
                Map<String, Object> instance = new LinkedHashMap<>();
                instance.put("name", row.getString("application"));
                instance.put("instance", row.getString("instance"));
                instance.put("host", row.getString("host"));
                instance.put("pid", row.getLong("pid"));
                instance.put("jvm", row.getString("jvm"));
                instance.put("started", row.getLong("started_micros") / 1000);
                instance.put("firstSeen", row.getLong("first_seen_micros") / 1000);
                instance.put("lastSeen", row.getLong("last_seen_micros") / 1000);
                instance.put("connected", connected.contains(row.getString("instance")));
                Map<String, Long> counted = counters.getOrDefault(row.getString("instance"), new LinkedHashMap<>());
                instance.put("complete", counted.remove(Wire.ENDED) != null);
                instance.put("counters", counted);
                return instance;
            });
        });
    }

    /** The names of all applications, the latest seen first. */
    public List<String> applicationNames() {
        return store.query(connection -> Sql.list(connection,
                "SELECT application FROM instances GROUP BY application ORDER BY max(last_seen_micros) DESC",
                row -> row.getString(1)));
    }

    /** An application's instances; {@code instance} names one of them, or is empty for all. */
    public List<String> instances(String application, String instance) {
        return store.query(connection -> Sql.list(connection,
                "SELECT instance FROM instances WHERE application = ? AND (? = '' OR instance = ?)",
                row -> row.getString(1), application, instance, instance));
    }

    /** The flat profile, derived from the call tree: recursion counts once in a method's totals. */
    public Map<String, Object> methods(Range range, Work work, Sort sort, String search, int limit) {
        Map<Sort.Method, Sums> methods = new HashMap<>();
        for (Place place : store.query(connection -> Places.read(connection, range, work))) {
            if (place.sums != null && !place.hidden) {
                methods.computeIfAbsent(new Sort.Method(place.owner, place.member), m -> new Sums()).add(place.sums,
                        place.isOutermost());
            }
        }
        String wanted = search.toLowerCase(Locale.ROOT);
        List<Map<String, Object>> rows = new ArrayList<>();
        methods.entrySet().stream().filter(e -> e.getKey().toString().toLowerCase(Locale.ROOT).contains(wanted))
                .sorted(sort.order()).limit(limit).forEach(entry -> {
                    Map<String, Object> row = new LinkedHashMap<>();
                    row.put("class", entry.getKey().owner());
                    row.put("method", entry.getKey().member());
                    entry.getValue().describe(row);
                    rows.add(row);
                });
        return answer(range, "methods", rows);
    }

    /** The call tree of all instances, merged by path. */
    public Map<String, Object> callTree(Range range, Work work, int limit) {
        return answer(range, "nodes",
                TreeMerge.merge(store.query(connection -> Places.read(connection, range, work)), limit));
    }

    /** Flow contexts that were open in the range, the newest first. */
    public Map<String, Object> contexts(Range range, ContextQuery query, int limit) {
        return answer(range, "contexts", store.query(connection -> query.read(connection, range, limit)));
    }

    /** Single calls that began in the range, the newest first. */
    public Map<String, Object> invocations(Range range, InvocationFilter filter, int limit) {
        return answer(range, "invocations",
                store.query(connection -> filter.read(connection, range, limit)));
    }

    /** What applications said happened, the newest first. */
    public Map<String, Object> events(Range range, ContextFilter filter, int limit) {
        return answer(range, "events", store.query(connection -> EventQuery.read(connection, range, filter, limit)));
    }

    /** The platform's measures over time, at most {@value #POINTS} points each: the last of each step. */
    public Map<String, Object> platform(Range range) {
        long step = Math.max(1, (range.toMicros() - range.fromMicros()) / POINTS);
        Map<String, Map<String, Object>> series = new LinkedHashMap<>();
        store.query(connection -> Sql.list(connection,
                "SELECT instance, name, max(time_micros) AS time_micros, arg_max(value, time_micros) AS value "
                        + "FROM platform WHERE instance IN " + Range.INSTANCES
                        + " AND time_micros > ? AND time_micros <= ? GROUP BY instance, name, time_micros // ? "
                        + "ORDER BY name, instance, time_micros",
                row -> {
                    String name = row.getString("name");
                    String instance = row.getString("instance");
                    Map<String, Object> one = series.computeIfAbsent(instance + " " + name,
                            k -> series(name, instance));
                    @SuppressWarnings("unchecked")
                    List<Object> points = (List<Object>) one.get("points");
                    return points.add(List.of(row.getLong("time_micros") / 1000, row.getDouble("value")));
                }, range.with(range.fromMicros(), range.toMicros(), step)));
        return answer(range, "series", List.copyOf(series.values()));
    }

    /** Every scorecard with its last verdict, the latest verdicts first. */
    public Map<String, Object> hotspots(Range range, Standing standing, String search, int limit) {
        return answer(range, "names",
                store.query(connection -> HotspotQuery.scores(connection, range, standing, search, limit)));
    }

    /** What the hotspot extension decided in the range, the latest first. */
    public Map<String, Object> verdicts(Range range, String search, int limit) {
        return answer(range, "verdicts",
                store.query(connection -> HotspotQuery.verdicts(connection, range, search, limit)));
    }

    private static Map<String, Object> series(String name, String instance) {
        PlatformMeasure measure = PlatformMeasure.labelled(name);
        Map<String, Object> series = new LinkedHashMap<>();
        series.put("name", name);
        series.put("unit", measure == null ? "count" : measure.unit());
        series.put("instance", instance);
        series.put("points", new ArrayList<>());
        return series;
    }

    private static Map<String, Object> answer(Range range, String name, Object rows) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("application", range.application());
        answer.put("from", range.fromMicros() / 1000);
        answer.put("to", range.toMicros() / 1000);
        answer.put(name, rows);
        return answer;
    }
}
