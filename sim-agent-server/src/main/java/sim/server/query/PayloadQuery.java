package sim.server.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** What one request asks of payloads; answers leave row by row. One thread. */
public final class PayloadQuery {
    /** Heap bytes of a description's sums beside its text and histogram. */
    private static final int EACH = 250;
    /** Of a chart; other answers are read as fine. */
    private static final int POINTS = 600;
    /** The columns of {@link PayloadSums}, of payloads that are kept one by one. */
    private static final String SINGLE = "count(*) AS payloads, count(*) FILTER (r.error) AS errors, coalesce("
            + Sql.sum("r.nanos") + ", 0) AS total, coalesce(max(r.nanos), 0) AS max";

    private final Question question;
    private final Range asked;
    private final PayloadFilter filter;
    private final Answer answer;

    PayloadQuery(Question question, Range asked, PayloadFilter filter, Answer answer) {
        this.question = question;
        this.asked = asked;
        this.filter = filter;
        this.answer = answer;
    }

    /** The range as sums are read, those of the application where no instance is named; of a recording all, whenever that was. */
    private Range sums() {
        return filter.recordingOf() != null ? asked : told(question.chartOfTotal(asked, POINTS));
    }

    /** The same as the rows of instances are read, which single payloads and control objects are of. */
    private Range ofInstances() {
        return filter.recordingOf() != null ? asked : told(question.chart(asked, POINTS));
    }

    private Range told(Range range) {
        answer.of(question.slice());
        return range;
    }

    /** The descriptions that took longest. */
    public void hotspots(Page page) {
        Range range = sums();
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
                + " AND contains(lower(r.text), lower(?)) GROUP BY r.text ORDER BY total DESC, r.text LIMIT ? OFFSET ?";
        Object[] arguments = filter.with(range, filter.search(), page.asked(), page.offset());
        question.each(costliest, row -> {
            String text = row.getString("text");
            question.reserve(EACH + MergedHistogram.BYTES + Question.bytes(text));
            PayloadSums some = new PayloadSums();
            some.add(row);
            sums.put(text, some);
            histograms.put(text, new MergedHistogram());
        }, arguments);
        question.each("SELECT r.text, r.bucket, " + Sql.sum("r.payloads") + " AS payloads"
                + filter.from("payload_buckets", "to_micros") + " AND r.text IN (SELECT text FROM (" + costliest
                + ")) GROUP BY r.text, r.bucket",
                row -> histograms.get(row.getString("text")).add(row.getInt("bucket"), row.getLong("payloads")),
                filter.with(range, arguments));
        answer.of(page).rows(range, "payloads", () -> sums.forEach((text, some) -> {
            if (!page.takes()) {
                return;
            }
            Map<String, Object> payload = new LinkedHashMap<>();
            payload.put("text", text);
            some.describe(payload);
            histograms.get(text).describe(payload, some.max);
            answer.row(payload);
        }), after);
    }

    /**
     * The descriptions that took longest in contexts, or in contexts of a kind, of the payloads that are kept one by one: nothing else tells
     * their context.
     */
    public void statements(int limit) {
        Range range = ofInstances();
        Inside.find(question, filter.context(), isOfRecording() ? ever(range) : range, answer);
        String where = filter.from("payload_events", "start_micros") + " AND r.kind = 'PAYLOAD' AND "
                + (filter.context() != null ? Inside.on("r.context", filter.context()) : ofKind())
                + " AND contains(lower(r.text), lower(?))";
        Object[] narrowed = filter.context() != null
                ? new Object[]{filter.search()}
                : Sql.join(ofKind(range), filter.search());
        Object[] arguments = filter.with(range, Sql.join(narrowed, limit));
        PayloadSums all = new PayloadSums();
        Map<String, Object> after = new LinkedHashMap<>();
        question.each("SELECT " + SINGLE + ", count(DISTINCT r.text) AS texts" + where, row -> {
            all.add(row);
            after.put("sums", all.describe(new LinkedHashMap<>()));
            after.put("texts", row.getLong("texts"));
        }, filter.with(range, narrowed));
        answer.rows(range, "payloads",
                () -> question.each("SELECT r.text, " + SINGLE + ", count(DISTINCT r.context) AS contexts" + where
                        + " GROUP BY r.text ORDER BY total DESC, r.text LIMIT ?", row -> {
                            PayloadSums some = new PayloadSums();
                            some.add(row);
                            Map<String, Object> payload = new LinkedHashMap<>();
                            payload.put("text", row.getString("text"));
                            some.describe(payload);
                            payload.put("contexts", row.getLong("contexts"));
                            answer.row(payload);
                        }, arguments),
                after);
    }

    /** A condition on a single payload: that its context is of the kind. Its parameters are those of {@link #ofKind(Range)}. */
    private String ofKind() {
        return "(r.instance, r.context) IN (SELECT (instance, context) FROM contexts WHERE instance IN "
                + Range.INSTANCES
                + (isOfRecording() ? "" : " AND start_micros <= ? AND (end_micros = 0 OR to_micros > ?)") + " AND "
                + KindFilter.ON + ")";
    }

    private Object[] ofKind(Range range) {
        return Sql.join(isOfRecording() ? range.with() : range.with(range.toMicros(), range.fromMicros()),
                filter.kind().with());
    }

    private static Range ever(Range range) {
        return new Range(range.application(), range.instance(), range.version(), 0, Long.MAX_VALUE);
    }

    /** Whether all of a recording is asked for, whenever that was. */
    private boolean isOfRecording() {
        return filter.recordingOf() != null;
    }

    /** Who asked for a description. */
    public void backTraces(int limit) {
        Range range = sums();
        Map<String, Object> after = new LinkedHashMap<>();
        answer.rows(range, "nodes",
                () -> PayloadTree.backTraces(question, range, filter, limit, after, answer), after);
    }

    /** The merged stacks, payloads as leaves. */
    public void callTree(int limit) {
        Range range = sums();
        Map<String, Object> after = new LinkedHashMap<>();
        answer.rows(range, "nodes", () -> PayloadTree.calls(question, range, filter, limit, after, answer), after);
    }

    /** Single payloads, the newest first, or the longest; and how many were added up by the minute. */
    public void events(Page page, boolean longest) {
        Range range = ofInstances();
        Inside.find(question, filter.context(), isOfRecording() ? ever(range) : range, answer);
        EventTypes types = EventTypes.read(question, filter.probe());
        Map<String, String> names = new ControlObjects(question, range, filter, answer).names();
        Forest forest = Forest.readAll(question, range, filter.context());
        PayloadSums minutes = new PayloadSums();
        question.each("SELECT " + PayloadSums.COLUMNS + filter.from("payload_minutes", "minute_micros"), minutes::add,
                filter.with(range));
        long[] kept = new long[1];
        question.each("SELECT count(*)" + filter.from("payload_events", "start_micros") + " AND r.kind = 'PAYLOAD'",
                row -> kept[0] = row.getLong(1), filter.with(range));
        Map<String, Object> after = new LinkedHashMap<>();
        after.put("kept", kept[0]);
        after.put("consolidated", minutes.describe(new LinkedHashMap<>()));
        answer.of(page).rows(range, "events", () -> {
            int[] before = {page.offset()};
            question.each("SELECT r.*" + filter.from("payload_events", "start_micros")
                    + " AND contains(lower(r.text), lower(?)) AND r.nanos >= ? AND (? IS NULL OR r.object = ?) "
                    + "AND " + Inside.on("r.context", filter.context())
                    + " ORDER BY " + (longest ? "r.nanos DESC, " : "")
                    + "r.start_micros DESC, r.instance, r.node, r.text, r.object, r.thread, r.nanos, r.kind, r.recording",
                    row -> {
                        String type = types.of(row);
                        if ((filter.type() == null || filter.type().equals(type)) && before[0]-- <= 0 && page.takes()) {
                            answer.row(event(row, type, names, forest));
                        }
                    }, filter.with(range, filter.search(), filter.least(), filter.object(), filter.object()));
        }, after);
    }

    private Map<String, Object> event(ResultSet row, String type, Map<String, String> names, Forest forest)
            throws SQLException {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("startMicros", row.getLong("start_micros"));
        event.put("durationNanos", row.getLong("nanos"));
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

    /** Control objects with their sums, the costliest first; payloads of none are one row. Or those that are still open, the oldest first. */
    public void objects(Page page, boolean open) {
        new ControlObjects(question, ofInstances(), filter, answer).sums(page, open);
    }

    /** What each control object did when. */
    public void timeline(int limit) {
        new ControlObjects(question, ofInstances(), filter, answer).timeline(limit);
    }

    /** How often and how long, over time, and the probe's own telemetries. */
    public void telemetries() {
        new PayloadTelemetries(question, sums(), filter, answer).read();
    }
}
