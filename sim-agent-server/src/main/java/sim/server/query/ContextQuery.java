package sim.server.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import sim.model.snapshot.ContextRecord;
import sim.store.FailedContexts;

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
     * @param thread part of the name of a thread they were on, or null for any
     * @param error part of what they failed with, or null for any
     * @param order which come first
     */
    public record Wanted(long leastNanos, boolean failed, String name, String tag, String thread, String error,
            ContextOrder order) {
        /** The kind of all contexts of an application that find no room for a kind of their own. */
        private static final String OTHER = "[other]";

        boolean isOther() {
            return OTHER.equals(name) && (tag == null || tag.isEmpty());
        }

        /** Of any kind, thread and error. */
        public static Wanted any(ContextOrder order) {
            return new Wanted(0, false, null, null, null, null, order);
        }
    }

    /** Contexts of whole traces in an answer. */
    private static final int MOST = 10_000;

    /** Records that are looked at beside those that are wanted: some contexts have several. */
    private static final int SPARE = 200;

    /** Contexts read at a time. */
    private static final int PART = 256;

    /** Those that their application counts at the kind {@code [other]}: they keep their names, and say what counts them. */
    private static final String OTHER = "end_micros <> 0 AND (c.instance, c.context, c.sequence) IN (SELECT "
            + "(instance, context, sequence) FROM context_values WHERE key = '" + ContextRecord.COUNTED_AT
            + "' AND value = '" + Wanted.OTHER + "' AND to_micros > ";

    private static final String SEARCHED = " AND (contains(lower(name), lower(?)) OR contains(lower(tag), lower(?)) OR "
            + "(c.instance, c.context, c.sequence) IN (SELECT (instance, context, sequence) FROM context_values "
            + "WHERE contains(lower(value), lower(?))))";

    private static final String ON_THREAD = " AND (contains(lower(thread), lower(?)) OR (c.instance, c.context, c.sequence) IN "
            + "(SELECT (instance, context, sequence) FROM context_stays WHERE contains(lower(thread), lower(?))))";

    /** How long a context took, microseconds. */
    private static final String LASTED = "(until_micros - start_micros)";

    /** The records, with until when each lasted: an open one until the end of the range, and no longer than its process. */
    private static String records(Range range) {
        return "(SELECT o.*, g.seen_micros IS NOT NULL AND o.end_micros = 0 AS is_gone, CASE WHEN o.end_micros = 0 THEN "
                + Gone.until("o", String.valueOf(range.toMicros()))
                + " ELSE o.end_micros END AS until_micros FROM context_records o" + Gone.joined("o") + ") c ";
    }

    /**
     * What is found stands in temporary tables, with its values and stays, and is read from there a part at a time: a value
     * may be long, and there may be many.
     */
    void read(Question question, Range range, Set<String> connected, Page page, Answer answer) {
        Gone.find(question, connected);
        String order = wanted.order.by(LASTED) + ", instance, sequence";
        if (whole) {
            first(question, range, order, page.limit(), 0);
            // of a trace a few records of all there are, so these are found before their last ones
            question.run("CREATE TEMP TABLE traced AS SELECT instance, context, max(sequence) AS sequence, "
                    + "arg_max(to_micros, sequence) AS to_micros FROM context_records c WHERE"
                    + " (c.instance, c.context) IN (SELECT (instance, context) FROM first) OR (c.trace_low <> 0 AND "
                    + "(c.trace_high, c.trace_low) IN (SELECT (trace_high, trace_low) FROM first)) "
                    + "GROUP BY instance, context");
            question.run("CREATE TEMP TABLE found AS SELECT *, row_number() OVER (ORDER BY " + order
                    + ") AS place FROM (SELECT c.*, i.application FROM " + records(range)
                    + "JOIN (SELECT instance, context, "
                    + "sequence FROM traced) USING (instance, context, sequence) JOIN instances i USING (instance) WHERE "
                    + Times.of(question, "traced").on("c.to_micros")
                    + " ORDER BY start_micros DESC, context LIMIT " + MOST + ")");
        } else {
            first(question, range, order, page.asked(), page.offset());
            question.run("CREATE TEMP TABLE found AS SELECT f.*, i.application, row_number() OVER (ORDER BY " + order
                    + ") AS place FROM first f JOIN instances i USING (instance)");
        }
        String inTheirBatches = " WHERE " + Times.of(question, "found").on("p.to_micros");
        for (String part : List.of("values", "stays")) {
            question.run("CREATE TEMP TABLE found_" + part + " AS SELECT f.place, p.* FROM context_" + part + " p "
                    + "JOIN (SELECT place, instance, context, sequence FROM found) f USING (instance, context, sequence)"
                    + inTheirBatches);
        }
        for (int from = 1, read = PART; read == PART; from += PART) {
            read = readPart(question, from, page, answer);
        }
    }

    /**
     * Finds the first so many, behind others, into the temporary table {@code first}. Which record of a context is its last one is looked for of
     * those alone that come first, and of more where too few of these are: to look for it of all takes ten times as long.
     */
    private void first(Question question, Range range, String order, int limit, int offset) {
        long wantedRows = (long) limit + offset;
        for (long rows = wantedRows + SPARE;; rows *= 4) {
            question.run(
                    "CREATE OR REPLACE TEMP TABLE records AS SELECT * FROM " + records(range) + "WHERE instance IN "
                            + Range.INSTANCES
                            + " AND start_micros <= ? AND until_micros > ? AND (? IS NULL OR (end_micros = 0) = ?)"
                            + " AND " + LASTED
                            + " >= ? AND (" + FailedContexts.FAILED + " OR NOT ?) AND (? IS NULL OR contains(error, ?))"
                            + " AND "
                            + (wanted.isOther()
                                    ? OTHER + (range.fromMicros() - Times.CLOCK) + ")"
                                    : "(? IS NULL OR name = ?) AND (? IS NULL OR tag = ?)")
                            + (search.isEmpty() ? "" : SEARCHED) + (wanted.thread == null ? "" : ON_THREAD) + " AND "
                            + Inside.on("context", filter) + " ORDER BY " + order + " LIMIT ?",
                    arguments(range, rows));
            question.run(
                    "CREATE OR REPLACE TEMP TABLE first AS SELECT r.* FROM records r JOIN (SELECT instance, context, "
                            + "max(sequence) AS sequence FROM context_records WHERE context IN (SELECT context FROM records) "
                            + "AND " + Times.begun(question, "records")
                            + " GROUP BY instance, context) USING (instance, context, sequence) ORDER BY " + order
                            + " LIMIT ? OFFSET ?",
                    limit, offset);
            if (count(question, "first") == limit || count(question, "records") < rows) {
                return;
            }
        }
    }

    private Object[] arguments(Range range, long rows) {
        Object[] searched = search.isEmpty() ? new Object[0] : new Object[]{search, search, search};
        Object[] onThread = wanted.thread == null ? new Object[0] : new Object[]{wanted.thread, wanted.thread};
        Object[] kind = wanted.isOther()
                ? new Object[0]
                : new Object[]{wanted.name, wanted.name, wanted.tag, wanted.tag};
        Object[] be = Sql.join(new Object[]{wanted.leastNanos / 1_000, wanted.failed, wanted.error, wanted.error},
                kind);
        return range.with(Sql.join(new Object[]{range.toMicros(), range.fromMicros(), open, open},
                Sql.join(be, Sql.join(searched, Sql.join(onThread, rows)))));
    }

    private static long count(Question question, String table) {
        long[] rows = new long[1];
        question.each("SELECT count(*) FROM " + table, row -> rows[0] = row.getLong(1));
        return rows[0];
    }

    private int readPart(Question question, int from, Page page, Answer answer) {
        Map<Long, Map<String, Object>> contexts = new LinkedHashMap<>();
        Object[] part = {from, from + PART};
        String ofThem = " WHERE place >= ? AND place < ? ORDER BY place";
        question.each("SELECT *, " + FailedContexts.FAILED + " AS is_failed FROM found" + ofThem,
                row -> contexts.put(row.getLong("place"), context(row)),
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

    private static Map<String, Object> context(ResultSet row) throws SQLException {
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
                Math.min(Math.max(0, row.getLong("until_micros") - start), Long.MAX_VALUE / 1_000) * 1_000);
        if (row.getBoolean("is_gone")) {
            context.put("processGone", true);
        }
        context.put("error", row.getString("error"));
        context.put("failed", row.getBoolean("is_failed"));
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
