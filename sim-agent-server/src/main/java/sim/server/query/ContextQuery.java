package sim.server.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which flow contexts.
 *
 * @param filter these and those inside them, or null for all
 * @param open whether only open or only ended ones, null for both
 * @param search part of the name, the tag or a value
 * @param whole whether the other contexts of the same traces come with them, of other applications too
 * @param wanted what else they must be, and their order
 */
public record ContextQuery(ContextFilter filter, Boolean open, String search, boolean whole, Wanted wanted) {
    /**
     * What contexts must be beside that.
     *
     * @param leastNanos how long they took at least; an open one so far
     * @param failed whether only those that failed
     * @param name of the kind, or null for any
     * @param tag of the kind, or null for any
     * @param longest whether the longest come first, and not the newest
     */
    public record Wanted(long leastNanos, boolean failed, String name, String tag, boolean longest) {}

    /** How long a context took, microseconds; the parameter is the end of the range. */
    private static final String LASTED = "(CASE WHEN end_micros = 0 THEN ? ELSE end_micros END - start_micros)";
    /** Contexts of whole traces in an answer. */
    private static final int MOST = 10_000;

    /** Contexts read at a time. */
    private static final int PART = 256;

    private static final String SEARCHED = " AND (contains(lower(name), lower(?)) OR contains(lower(tag), lower(?)) OR "
            + "(c.instance, c.context, c.sequence) IN (SELECT (instance, context, sequence) FROM context_values "
            + "WHERE contains(lower(value), lower(?))))";

    /**
     * What is found stands in temporary tables, with its values and stays, and is read from there a part at a time: a value
     * may be long, and there may be many.
     */
    void read(Question question, Range range, Page page, Answer answer) {
        String found = "SELECT c.*, i.application FROM contexts c JOIN instances i USING (instance) WHERE instance IN "
                + Range.INSTANCES
                + " AND start_micros <= ? AND (end_micros = 0 OR end_micros > ?) AND (? IS NULL OR (end_micros = 0) = ?)"
                + " AND " + LASTED
                + " >= ? AND (error IS NOT NULL OR NOT ?) AND (? IS NULL OR name = ?) AND (? IS NULL OR tag = ?)"
                + (search.isEmpty() ? "" : SEARCHED) + " AND " + Inside.on("context", filter)
                + " ORDER BY " + (wanted.longest ? LASTED + " DESC, " : "")
                + "start_micros DESC, context, instance, sequence LIMIT ? OFFSET ?";
        if (whole) {
            found = "WITH found AS MATERIALIZED (" + found
                    + ") SELECT c.*, i.application FROM contexts c JOIN instances i USING (instance) WHERE"
                    + " (c.instance, c.context) IN (SELECT (instance, context) FROM found) OR (c.trace_low <> 0 AND "
                    + "(c.trace_high, c.trace_low) IN (SELECT (trace_high, trace_low) FROM found))"
                    + " ORDER BY start_micros DESC, context LIMIT " + MOST;
        }
        Object[] searched = search.isEmpty() ? new Object[0] : new Object[]{search, search, search};
        Object[] order = wanted.longest ? new Object[]{range.toMicros()} : new Object[0];
        Object[] be = {range.toMicros(), wanted.leastNanos / 1_000, wanted.failed, wanted.name, wanted.name, wanted.tag,
                wanted.tag};
        question.run("CREATE TEMP TABLE found AS SELECT *, row_number() OVER (ORDER BY "
                + (wanted.longest ? LASTED + " DESC, " : "")
                + "start_micros DESC, context, instance, sequence) AS place FROM (" + found
                + ")",
                Sql.join(order, range.with(Sql.join(new Object[]{range.toMicros(), range.fromMicros(), open, open},
                        Sql.join(be, Sql.join(searched, Sql.join(order, whole ? page.limit() : page.asked(),
                                page.offset())))))));
        for (String part : List.of("values", "stays")) {
            question.run("CREATE TEMP TABLE found_" + part + " AS SELECT f.place, p.* FROM context_" + part + " p "
                    + "JOIN (SELECT place, instance, context, sequence FROM found) f USING (instance, context, sequence)");
        }
        for (int from = 1, read = PART; read == PART; from += PART) {
            read = readPart(question, range, from, page, answer);
        }
    }

    private int readPart(Question question, Range range, int from, Page page, Answer answer) {
        Map<Long, Map<String, Object>> contexts = new LinkedHashMap<>();
        Object[] part = {from, from + PART};
        String ofThem = " WHERE place >= ? AND place < ? ORDER BY place";
        question.each("SELECT * FROM found" + ofThem, row -> contexts.put(row.getLong("place"), context(row, range)),
                part);
        question.each("SELECT * FROM found_values" + ofThem + ", position",
                row -> values(contexts.get(row.getLong("place"))).put(row.getString("key"),
                        AnswerParts.value(row.getString("type"), row.getString("value"))),
                part);
        question.each("SELECT * FROM found_stays" + ofThem + ", position",
                row -> stays(contexts.get(row.getLong("place"))).add(stay(row)), part);
        contexts.values().stream().filter(each -> whole || page.takes()).forEach(answer::row);
        return contexts.size();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> values(Map<String, Object> context) {
        return (Map<String, Object>) context.get("values");
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> stays(Map<String, Object> context) {
        return (List<Map<String, Object>>) context.get("stays");
    }

    private static Map<String, Object> context(ResultSet row, Range range) throws SQLException {
        long start = row.getLong("start_micros");
        long end = row.getLong("end_micros");
        Map<String, Object> context = new LinkedHashMap<>();
        context.put("id", AnswerParts.contextId(row.getLong("context")));
        context.put("parent", AnswerParts.contextId(row.getLong("parent")));
        context.put("trace", AnswerParts.traceId(row.getLong("trace_high"), row.getLong("trace_low")));
        context.put("name", row.getString("name"));
        context.put("tag", row.getString("tag"));
        context.put("thread", row.getString("thread"));
        context.put("instance", row.getString("instance"));
        context.put("application", row.getString("application"));
        context.put("start", start / 1000);
        context.put("startMicros", start);
        context.put("end", end == 0 ? null : end / 1000);
        context.put("durationNanos",
                Math.min(Math.max(0, (end == 0 ? range.toMicros() : end) - start), Long.MAX_VALUE / 1_000) * 1_000);
        context.put("error", row.getString("error"));
        context.put("values", new LinkedHashMap<String, Object>());
        context.put("calls", row.getLong("calls"));
        context.put("errors", row.getLong("errors"));
        context.put("meters", AnswerParts.meters(row, "total", "total"));
        context.put("stays", new ArrayList<Map<String, Object>>());
        return context;
    }

    private static Map<String, Object> stay(ResultSet row) throws SQLException {
        long end = row.getLong("end_micros");
        Map<String, Object> stay = new LinkedHashMap<>();
        stay.put("thread", row.getString("thread"));
        stay.put("startMicros", row.getLong("start_micros"));
        stay.put("endMicros", end == 0 ? null : end);
        stay.put("times", row.getLong("times"));
        return stay;
    }
}
