package sim.server.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What one request asks of payloads; answers leave row by row. One thread. */
public final class PayloadQuery {
    private static final int POINTS = 600;
    private static final String BATCHES = "JOIN batches b ON b.instance = r.instance AND b.batch = r.batch";
    /** Heap bytes of a description's sums beside its text and histogram. */
    private static final int EACH = 250;

    private final Question question;
    private final Range range;
    private final PayloadFilter filter;
    private final Answer answer;

    PayloadQuery(Question question, Range range, PayloadFilter filter, Answer answer) {
        this.question = question;
        this.range = range;
        this.filter = filter;
        this.answer = answer;
    }

    /** The descriptions that took longest. */
    public void hotspots(int limit) {
        PayloadSums all = new PayloadSums();
        long[] texts = new long[1];
        question.each("SELECT " + PayloadSums.COLUMNS + ", count(DISTINCT r.text) AS texts"
                + filter.from("payload_rows", "to_micros") + " AND contains(lower(r.text), lower(?))", row -> {
                    all.add(row);
                    texts[0] = row.getLong("texts");
                }, filter.with(range, filter.search()));
        Map<String, Object> after = new LinkedHashMap<>();
        after.put("sums", all.describe(new LinkedHashMap<>()));
        after.put("texts", texts[0]);
        Map<String, PayloadSums> sums = new LinkedHashMap<>();
        Map<String, MergedHistogram> histograms = new HashMap<>();
        String costliest = "SELECT r.text, " + PayloadSums.COLUMNS + filter.from("payload_rows", "to_micros")
                + " AND contains(lower(r.text), lower(?)) GROUP BY r.text ORDER BY total DESC, r.text LIMIT ?";
        Object[] arguments = filter.with(range, filter.search(), limit);
        question.each(costliest, row -> {
            String text = row.getString("text");
            question.reserve(EACH + MergedHistogram.BYTES + Question.bytes(text));
            PayloadSums some = new PayloadSums();
            some.add(row);
            sums.put(text, some);
            histograms.put(text, new MergedHistogram());
        }, arguments);
        // the store adds them up, because the buckets of all rows may be any number
        question.each("SELECT text, CAST(split_part(pair, ':', 1) AS INTEGER) AS bucket, "
                + Sql.sum("CAST(split_part(pair, ':', 2) AS BIGINT)") + " AS payloads FROM (SELECT r.text, "
                + "unnest(string_split(r.buckets, ' ')) AS pair" + filter.from("payload_rows", "to_micros")
                + " AND r.text IN (SELECT text FROM (" + costliest + "))) WHERE pair <> '' GROUP BY text, bucket",
                row -> histograms.get(row.getString("text")).add(row.getInt("bucket"), row.getLong("payloads")),
                filter.with(range, arguments));
        answer.rows(range, "payloads", () -> sums.forEach((text, some) -> {
            Map<String, Object> payload = new LinkedHashMap<>();
            payload.put("text", text);
            some.describe(payload);
            histograms.get(text).describe(payload, some.max);
            answer.row(payload);
        }), after);
    }

    /** Who asked for a description. */
    public void backTraces(int limit) {
        Map<String, Object> after = new LinkedHashMap<>();
        answer.rows(range, "nodes",
                () -> PayloadTree.backTraces(question, range, filter, limit, after, answer), after);
    }

    /** The merged stacks, payloads as leaves. */
    public void callTree(int limit) {
        Map<String, Object> after = new LinkedHashMap<>();
        answer.rows(range, "nodes", () -> PayloadTree.calls(question, range, filter, limit, after, answer), after);
    }

    /** Single payloads, the newest first; and how many were added up by the minute. */
    public void events(int limit) {
        Map<String, List<String>> types = types();
        Map<String, String> names = names();
        Forest forest = Forest.readAll(question, range);
        PayloadSums minutes = new PayloadSums();
        question.each("SELECT " + PayloadSums.COLUMNS + filter.from("payload_minutes", "minute_micros"), minutes::add,
                filter.with(range));
        long[] kept = new long[1];
        question.each("SELECT count(*)" + filter.from("payload_events", "start_micros") + " AND r.kind = 'PAYLOAD'",
                row -> kept[0] = row.getLong(1), filter.with(range));
        Map<String, Object> after = new LinkedHashMap<>();
        after.put("kept", kept[0]);
        after.put("consolidated", minutes.describe(new LinkedHashMap<>()));
        answer.rows(range, "events", () -> {
            int[] left = {limit};
            question.each("SELECT r.*" + filter.from("payload_events", "start_micros")
                    + " AND contains(lower(r.text), lower(?)) AND r.nanos >= ? AND (? IS NULL OR r.object = ?) "
                    + "ORDER BY r.start_micros DESC", row -> {
                        String type = typeOf(types, row);
                        if (left[0] > 0 && (filter.type() == null || filter.type().equals(type))) {
                            left[0]--;
                            answer.row(event(row, type, names, forest));
                        }
                    }, filter.with(range, filter.search(), filter.least(), filter.object(), filter.object()));
        }, after);
    }

    private Map<String, Object> event(ResultSet row, String type, Map<String, String> names, Forest forest)
            throws SQLException {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("start", row.getLong("start_micros"));
        event.put("nanos", row.getLong("nanos"));
        event.put("kind", row.getString("kind").toLowerCase(java.util.Locale.ROOT));
        event.put("text", row.getString("text"));
        event.put("type", type);
        object(event, row.getString("instance"), row.getLong("object"), names);
        event.put("thread", row.getString("thread"));
        event.put("context", AnswerParts.contextId(row.getLong("context")));
        event.put("error", row.getBoolean("error"));
        event.put("instance", row.getString("instance"));
        int place = forest.find(row.getString("instance"), row.getInt("node"));
        event.put("place", place == Forest.NONE ? null : forest.methods.get(forest.method(place)).describe());
        return event;
    }

    private static void object(Map<String, Object> into, String instance, long object, Map<String, String> names) {
        into.put("object", object == 0 ? null : object);
        into.put("objectName",
                object == 0
                        ? null
                        : object < 0 ? "[other]" : names.getOrDefault(instance + " " + object, "#" + object));
    }

    /** Control objects with their sums, the costliest first; payloads of none are one row. */
    public void objects(int limit) {
        Map<String, List<String>> types = types();
        Map<String, Map<String, Object>> objects = new LinkedHashMap<>();
        Map<String, PayloadSums> sums = new HashMap<>();
        question.each("SELECT r.instance, r.probe, r.object, r.type, max(r.to_micros) AS last, " + PayloadSums.COLUMNS
                + filter.from("payload_object_rows", "to_micros") + " GROUP BY r.instance, r.probe, r.object, r.type",
                row -> {
                    question.reserve(400);
                    String key = row.getString("instance") + " " + row.getLong("object");
                    PayloadSums some = new PayloadSums();
                    some.add(row);
                    sums.computeIfAbsent(key, added -> new PayloadSums()).add(some);
                    Map<String, Object> object = objects.computeIfAbsent(key, added -> new LinkedHashMap<>());
                    object.put("instance", row.getString("instance"));
                    object.put("object", row.getLong("object") == 0 ? null : row.getLong("object"));
                    object.merge("lastUsed", row.getLong("last") / 1000,
                            (a, b) -> Math.max((Long) a, (Long) b));
                    @SuppressWarnings("unchecked") // put there here
                    Map<String, Object> byType = (Map<String, Object>) object.computeIfAbsent("types",
                            added -> new LinkedHashMap<String, Object>());
                    String type = typeOf(types, row);
                    byType.put(type == null ? "default" : type, some.describe(new LinkedHashMap<>()));
                }, filter.with(range));
        objectsOf((instance, id, row) -> {
            Map<String, Object> object = objects.get(instance + " " + id);
            if (object != null) {
                object.put("name", row.getString("name"));
                object.put("opened", row.getLong("opened_micros") / 1000);
                object.put("closed", row.getLong("closed_micros") == 0 ? null : row.getLong("closed_micros") / 1000);
                object.put("end", row.getString("ended").toLowerCase(java.util.Locale.ROOT));
            }
        });
        answer.rows(range, "objects", () -> objects.entrySet().stream()
                .sorted((a, b) -> Long.compare(sums.get(b.getKey()).total, sums.get(a.getKey()).total)).limit(limit)
                .forEach(entry -> {
                    Map<String, Object> object = entry.getValue();
                    Object id = object.get("object");
                    object.putIfAbsent("name", id == null ? null : (Long) id < 0 ? "[other]" : "#" + id);
                    answer.row(sums.get(entry.getKey()).describe(object));
                }));
    }

    /**
     * A line a control object, the longest used first, with what it did when: single events where there are, else the sums of each batch. Spans
     * are start in microseconds, ns and type, and whether it is a sum.
     */
    public void timeline(int limit) {
        Map<String, List<String>> types = types();
        Map<String, List<List<Object>>> spans = new LinkedHashMap<>();
        Map<String, long[]> used = new HashMap<>();
        question.each("SELECT * FROM (SELECT r.*" + filter.from("payload_events", "start_micros")
                + " AND r.kind = 'PAYLOAD' AND r.object <> 0 ORDER BY r.start_micros DESC LIMIT ?) ORDER BY start_micros",
                row -> span(spans, used, row, typeOf(types, row), row.getLong("start_micros"), row.getLong("nanos"),
                        false),
                filter.with(range, limit));
        if (spans.isEmpty()) {
            question.each("SELECT * FROM (SELECT r.*" + filter.from("payload_object_rows", "to_micros")
                    + " AND r.object <> 0 ORDER BY r.to_micros DESC LIMIT ?) ORDER BY to_micros",
                    row -> span(spans, used, row, typeOf(types, row),
                            row.getLong("to_micros") - row.getLong("total") / 1000, row.getLong("total"), true),
                    filter.with(range, limit));
        }
        Map<String, Map<String, Object>> lines = new LinkedHashMap<>();
        objectsOf((instance, id, row) -> {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("instance", instance);
            line.put("object", id);
            line.put("name", row.getString("name"));
            line.put("opened", row.getLong("opened_micros"));
            line.put("closed", row.getLong("closed_micros") == 0 ? null : row.getLong("closed_micros"));
            lines.put(instance + " " + id, line);
        });
        answer.rows(range, "lines", () -> spans.forEach((key, all) -> {
            Map<String, Object> line = lines.getOrDefault(key, new LinkedHashMap<>(Map.of("name",
                    key.endsWith(" -1") ? "[other]" : "#" + key.substring(key.lastIndexOf(' ') + 1))));
            line.put("spans", all);
            answer.row(line);
        }));
    }

    private static void span(Map<String, List<List<Object>>> spans, Map<String, long[]> used, ResultSet row,
            String type, long start, long nanos, boolean sum) throws SQLException {
        String key = row.getString("instance") + " " + row.getLong("object");
        spans.computeIfAbsent(key, added -> new ArrayList<>())
                .add(List.of(start, nanos, type == null ? "" : type, sum));
        used.computeIfAbsent(key, added -> new long[1])[0] += nanos;
    }

    /** How often and how long, over time, and the probe's own telemetries. At most {@value #POINTS} points a line. */
    public void telemetries() {
        long[] span = {range.fromMicros(), range.toMicros()};
        if (filter.recordingOf() != null) {
            question.each("SELECT min(b.from_micros), max(b.to_micros)" + filter.from("payload_rows", "to_micros",
                    BATCHES), row -> {
                        span[0] = row.getLong(1);
                        span[1] = Math.max(span[0] + 1, row.getLong(2));
                    }, filter.with(range));
        }
        long step = Math.max(1_000_000, (span[1] - span[0]) / POINTS);
        PayloadRates rates = new PayloadRates(span[0], span[1], step);
        // a batch's payloads are spread over its time: batches of instances overlap, and some have none
        question.each("SELECT b.from_micros, b.to_micros, " + PayloadSums.COLUMNS
                + filter.from("payload_rows", "to_micros", BATCHES)
                + " GROUP BY b.instance, b.batch, b.from_micros, b.to_micros",
                row -> rates.add(row.getLong("from_micros"), row.getLong("to_micros"), row.getLong("payloads"),
                        row.getLong("total")),
                filter.with(range));
        answer.rows(range, "series", () -> {
            answer.row(series("Frequency", "", "PER_SECOND", 0, false, rates.frequency()));
            answer.row(series("Mean duration", "", "NANOSECONDS", 0, false, rates.duration()));
            for (JsonNode line : lines()) {
                List<Object> points = new ArrayList<>();
                question.each("SELECT max(r.time_micros) AS moment, arg_max(r.value, r.time_micros) AS value"
                        + filter.from("payload_points", "time_micros")
                        + " AND r.telemetry = ? AND r.line = ? GROUP BY r.time_micros // ? ORDER BY moment",
                        row -> points.add(List.of(row.getLong("moment") / 1000, row.getDouble("value"))),
                        filter.with(range, line.path("telemetry").asString(), line.path("line").asString(), step));
                answer.row(series(line.path("telemetry").asString(), line.path("line").asString(),
                        line.path("unit").asString(), line.path("scale").asInt(), line.path("stacked").asBoolean(),
                        points));
            }
        });
    }

    private static Map<String, Object> series(String telemetry, String line, String unit, int scale, boolean stacked,
            List<Object> points) {
        Map<String, Object> series = new LinkedHashMap<>();
        series.put("telemetry", telemetry);
        series.put("line", line);
        series.put("unit", unit);
        series.put("scale", scale);
        series.put("stacked", stacked);
        series.put("points", points);
        return series;
    }

    private JsonNode lines() {
        JsonNode[] lines = {JsonMapper.shared().createArrayNode()};
        question.each("SELECT lines FROM payload_probes WHERE type = ? ORDER BY batch DESC LIMIT 1",
                row -> lines[0] = JsonMapper.shared().readTree(row.getString("lines")), filter.probe());
        return lines[0];
    }

    /** The names of event types, by instance and probe. */
    private Map<String, List<String>> types() {
        Map<String, List<String>> types = new HashMap<>();
        question.each("SELECT instance, probe, types FROM payload_probes WHERE type = ? ORDER BY batch", row -> {
            List<String> names = new ArrayList<>();
            JsonMapper.shared().readTree(row.getString("types"))
                    .forEach(type -> names.add(type.path("name").asString()));
            types.put(row.getString("instance") + " " + row.getInt("probe"), names);
        }, filter.probe());
        return types;
    }

    private static String typeOf(Map<String, List<String>> types, ResultSet row) throws SQLException {
        int type = row.getInt("type");
        List<String> names = types.get(row.getString("instance") + " " + row.getInt("probe"));
        return type < 0 || names == null || type >= names.size() ? null : names.get(type);
    }

    private Map<String, String> names() {
        Map<String, String> names = new HashMap<>();
        objectsOf((instance, id, row) -> {
            question.reserve(120);
            names.put(instance + " " + id, row.getString("name"));
        });
        return names;
    }

    private void objectsOf(ObjectRow each) {
        question.each("SELECT o.* FROM payload_objects o JOIN (SELECT DISTINCT instance, probe FROM payload_probes "
                + "WHERE type = ?) p ON p.instance = o.instance AND p.probe = o.probe WHERE o.instance IN "
                + Range.INSTANCES
                + " QUALIFY row_number() OVER (PARTITION BY o.instance, o.object ORDER BY o.batch DESC, "
                + "o.closed_micros DESC) = 1", row -> each.read(row.getString("instance"), row.getLong("object"), row),
                filter.probe(), range.application(), range.instance(), range.instance());
    }

    private interface ObjectRow {
        void read(String instance, long object, ResultSet row) throws SQLException;
    }
}
