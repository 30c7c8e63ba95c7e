package sim.server.query;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import sim.collector.wire.PlatformSample;
import sim.collector.wire.Wire;
import sim.metrics.snapshot.Standing;

/** The questions as DuckDB is asked them; answers leave row by row. One thread. */
final class Queries implements Questions {
    private static final int POINTS = 600;
    /** Heap a method takes beside its sums, in bytes. */
    private static final int METHOD_BYTES = 200;
    private static final int INSTANCE_BYTES = 100;

    private final Question question;

    Queries(Question question) {
        this.question = question;
    }

    @Override
    public void applications(Set<String> connected, Answer answer) {
        Map<String, Object> instance = new LinkedHashMap<>();
        Map<String, Long> counters = new LinkedHashMap<>();
        Runnable end = () -> {
            if (!instance.isEmpty()) {
                instance.put("complete", counters.remove(Wire.ENDED) != null);
                instance.put("counters", counters);
                answer.row(instance);
            }
        };
        answer.rows(() -> {
            question.each("SELECT i.*, c.kind, c.count FROM instances i LEFT JOIN counters c USING (instance) "
                    + "ORDER BY last_seen_micros DESC, instance, kind", row -> {
                        if (!row.getString("instance").equals(instance.get("instance"))) { // the next one begins
                            end.run();
                            instance.clear();
                            counters.clear();
                            instance.put("name", row.getString("application"));
                            instance.put("instance", row.getString("instance"));
                            instance.put("host", row.getString("host"));
                            instance.put("pid", row.getLong("pid"));
                            instance.put("jvm", row.getString("jvm"));
                            instance.put("started", row.getLong("started_micros") / 1000);
                            instance.put("firstSeen", row.getLong("first_seen_micros") / 1000);
                            instance.put("lastSeen", row.getLong("last_seen_micros") / 1000);
                            instance.put("connected", connected.contains(row.getString("instance")));
                        }
                        if (row.getString("kind") != null) {
                            counters.put(row.getString("kind"), row.getLong("count"));
                        }
                    });
            end.run();
        });
    }

    @Override
    public List<String> applicationNames(int most) {
        List<String> names = new ArrayList<>();
        question.each(
                "SELECT application FROM instances GROUP BY application ORDER BY max(last_seen_micros) DESC LIMIT "
                        + most,
                row -> names.add(row.getString(1)));
        return names;
    }

    @Override
    public boolean isApplication(String name) {
        boolean[] is = new boolean[1];
        question.each("SELECT 1 FROM instances WHERE application = ? LIMIT 1", row -> is[0] = true, name);
        return is[0];
    }

    @Override
    public List<String> instances(String application, String instance) {
        List<String> instances = new ArrayList<>();
        question.each("SELECT instance FROM instances WHERE application = ? AND (? = '' OR instance = ?)",
                row -> {
                    question.reserve(INSTANCE_BYTES + Question.bytes(row.getString(1)));
                    instances.add(row.getString(1));
                }, application, instance, instance);
        return instances;
    }

    @Override
    public void methods(Range range, TreePart part, Sort sort, String search, int limit, Answer answer) {
        Inside.find(question, part.context());
        Forest forest = Forest.read(question, range, part);
        Sums[] sums = PlaceSums.sums(question, forest, forest.byMethod(), forest.methods.size(), range, part);
        String wanted = search.toLowerCase(Locale.ROOT);
        List<Map.Entry<Sort.Method, Sums>> methods = new ArrayList<>();
        for (int i = 0; i < sums.length; i++) {
            if (sums[i] != null && forest.methods.get(i).toString().toLowerCase(Locale.ROOT).contains(wanted)) {
                question.reserve(METHOD_BYTES);
                methods.add(Map.entry(forest.methods.get(i), sums[i]));
            }
        }
        methods.sort(sort.order());
        Map<String, Object> after = new LinkedHashMap<>();
        Narrowed.describe(question, range, part.context(), after);
        answer.rows(range, "methods", () -> methods.stream().limit(limit).forEach(entry -> {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("class", entry.getKey().owner());
            row.put("method", entry.getKey().member());
            entry.getValue().describe(row);
            answer.row(row);
        }), after);
    }

    @Override
    public void callTree(Range range, TreePart part, boolean fold, int limit, Answer answer) {
        Inside.find(question, part.context());
        Forest forest = Forest.read(question, range, part);
        MergedTree tree = new MergedTree(question, forest, fold);
        Sums[] sums = PlaceSums.sums(question, forest, tree.groups(), tree.size(), range, part);
        if (part.context() == null) {
            tree.note(PayloadBadges.read(question, forest, tree.nodes(), range));
        }
        Map<String, Object> after = new LinkedHashMap<>();
        Narrowed.describe(question, range, part.context(), after);
        answer.rows(range, "nodes", () -> after.put("leftOut", tree.describe(sums, limit, answer)), after);
    }

    @Override
    public void contexts(Range range, ContextQuery query, int limit, Answer answer) {
        Inside.find(question, query.filter());
        answer.rows(range, "contexts", () -> query.read(question, range, limit, answer));
    }

    @Override
    public void kinds(Range range, int limit, Answer answer) {
        answer.rows(range, "kinds", () -> Narrowed.kinds(question, range, limit, answer));
    }

    @Override
    public void invocations(Range range, InvocationFilter filter, int limit, Answer answer) {
        Inside.find(question, filter.context());
        answer.rows(range, "invocations", () -> filter.read(question, range, limit, answer));
    }

    @Override
    public void payloadProbes(Range range, Set<String> connected, Answer answer) {
        answer.rows(range, "probes", () -> PayloadProbes.read(question, range, connected, answer));
    }

    @Override
    public List<ToldProbe> toldProbes(String application, String instance) {
        List<ToldProbe> told = new ArrayList<>();
        question.each("SELECT instance, type, name FROM payload_probes WHERE instance IN "
                + "(SELECT instance FROM instances WHERE application = ? AND (? = '' OR instance = ?)) "
                + "QUALIFY row_number() OVER (PARTITION BY instance, probe ORDER BY batch DESC) = 1", row -> {
                    ToldProbe probe = new ToldProbe(row.getString(1), row.getString(2), row.getString(3));
                    question.reserve(INSTANCE_BYTES + Question.bytes(probe.instance()) + Question.bytes(probe.type())
                            + Question.bytes(probe.name()));
                    told.add(probe);
                }, application, instance, instance);
        return told;
    }

    @Override
    public PayloadQuery payloads(Range range, PayloadFilter filter, Answer answer) {
        return new PayloadQuery(question, range, filter, answer);
    }

    @Override
    public void events(Range range, ContextFilter filter, int limit, Answer answer) {
        Inside.find(question, filter);
        answer.rows(range, "events", () -> EventQuery.read(question, range, filter, limit, answer));
    }

    @Override
    public void platform(Range range, Answer answer) {
        long step = Math.max(1, (range.toMicros() - range.fromMicros()) / POINTS);
        Map<String, Object> series = new LinkedHashMap<>();
        List<Object> points = new ArrayList<>();
        List<String> current = new ArrayList<>();
        answer.rows(range, "series", () -> {
            question.each(
                    "SELECT instance, name, max(time_micros) AS time_micros, arg_max(value, time_micros) AS value "
                            + "FROM platform WHERE instance IN " + Range.INSTANCES
                            + " AND time_micros > ? AND time_micros <= ? AND isfinite(value) GROUP BY instance, name, "
                            + "time_micros // ? "
                            + "ORDER BY name, instance, time_micros",
                    row -> {
                        List<String> of = List.of(row.getString("name"), row.getString("instance"));
                        if (!of.equals(current)) {
                            if (!series.isEmpty()) {
                                answer.row(series);
                            }
                            points.clear();
                            current.clear();
                            current.addAll(of);
                            begin(series, of.get(0), of.get(1), points);
                        }
                        points.add(List.of(row.getLong("time_micros") / 1000, row.getDouble("value")));
                    }, range.with(range.fromMicros(), range.toMicros(), step));
            if (!series.isEmpty()) {
                answer.row(series);
            }
        });
    }

    @Override
    public void hotspots(Range range, Standing standing, String search, int limit, Answer answer) {
        answer.rows(range, "names", () -> HotspotQuery.scores(question, range, standing, search, limit, answer));
    }

    @Override
    public void verdicts(Range range, String search, int limit, Answer answer) {
        answer.rows(range, "verdicts", () -> HotspotQuery.verdicts(question, range, search, limit, answer));
    }

    private static void begin(Map<String, Object> series, String label, String instance, List<Object> points) {
        series.put("name", PlatformSample.name(label));
        series.put("unit", PlatformSample.unit(label));
        series.put("instance", instance);
        series.put("points", points);
    }
}
