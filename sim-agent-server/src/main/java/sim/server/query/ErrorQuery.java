package sim.server.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import sim.store.Literals;
import sim.store.SharedNames;

/**
 * What failed, by the exception's type and the place where it began: an exception that passes through calls is one failure, at the innermost
 * call that it ended. Contexts that failed without a metered call that did are counted by their kind. One thread.
 */
final class ErrorQuery {
    private static final int BYTES = 800;
    /** Kinds that a row names. */
    private static final int KINDS = 5;

    private static final String TYPE = "split_part(coalesce(%s, ''), ':', 1)";

    /**
     * Failed calls, each beside those that ended before and after it on its thread and said the same: threads without a name are told apart by their
     * context. An exception passed through a call if it ended one that had begun inside it. Begins and ends are rounded down, so what ended inside may
     * seem to have ended a microsecond later. Of a call that was sampled out only the moment is known in which it failed: the exception passed through it
     * if the call before was made at its place.
     */
    private static final String FAILED = "CREATE TEMP TABLE origins AS WITH failed AS (SELECT i.instance, i.node, n.parent, n.name, i.context, i.thread, "
            + "i.begin_micros, i.begin_micros + coalesce(i.wall, 0) // 1000 AS end_micros, i.wall IS NULL AS is_untimed, i.exception "
            + "FROM invocations i JOIN nodes n ON n.instance = i.instance AND n.node = i.node "
            + "WHERE i.error AND i.instance IN " + Range.INSTANCES
            // what failed within the range may have begun before it, and what failed before it tells what was an inner call
            + " AND i.begin_micros > ? AND i.begin_micros <= ? AND %s), "
            + "marked AS (SELECT *, lag(parent) OVER near AS inner_parent, lag(begin_micros) OVER near AS inner_begin, "
            + "lead(begin_micros) OVER near AS next_begin, lead(end_micros) OVER near AS next_end FROM failed WINDOW near AS "
            + "(PARTITION BY instance, thread, CASE WHEN thread = '' THEN context END, exception "
            + "ORDER BY end_micros, begin_micros DESC, node DESC)), "
            + "origins AS (SELECT f.instance, f.node, f.context, f.thread, f.begin_micros, f.end_micros, f.exception, m.owner, m.member, "
            + String.format(TYPE, "f.exception")
            + " AS type FROM marked f JOIN names m ON m.instance = f.instance AND m.name = f.name "
            + "WHERE f.end_micros > ? AND f.end_micros <= ? AND NOT coalesce(CASE WHEN is_untimed THEN inner_parent = node "
            + "ELSE inner_begin >= begin_micros END, false) AND NOT coalesce(NOT is_untimed AND next_begin > begin_micros AND "
            + "next_begin < end_micros AND next_end <= end_micros + 1, false)) SELECT *, exception AS message FROM "
            + "origins WHERE contains(lower(coalesce(exception, '') || ' ' || owner || '.' || member), lower(?))";
    /** Records of contexts that failed, also before the range: what failed in it may have failed by one inside that had ended. */
    private static final String FAILING = "CREATE TEMP TABLE failing AS SELECT instance, context, sequence, to_micros, parent, name, tag, "
            + "error, start_micros, end_micros FROM context_records WHERE error IS NOT NULL AND instance IN "
            + Range.INSTANCES + " AND end_micros > ? AND start_micros <= ?";
    /** Those that are the last ones of their context: it is looked for between the times when these began. */
    private static final String LAST = "CREATE TEMP TABLE failed_contexts AS SELECT instance, context, sequence, to_micros, parent, name, tag, "
            + "error, start_micros, end_micros FROM failing JOIN (SELECT instance, context, "
            + "max(sequence) AS sequence FROM context_records WHERE context IN (SELECT context FROM failing) AND %s "
            + "GROUP BY instance, context) USING (instance, context, sequence)";
    /** Failed contexts in which no call is known to have failed. */
    private static final String ALONE = "CREATE TEMP TABLE alone AS SELECT c.instance, c.context, c.name, c.tag, c.end_micros, c.error, "
            + "c.error AS message, " + String.format(TYPE, "c.error")
            + " AS type FROM failed_contexts c WHERE c.end_micros > ? AND c.end_micros <= ? AND %s AND %s "
            + "AND (c.instance, c.context) NOT IN (SELECT (instance, context) FROM invocations "
            + "WHERE error AND context <> 0 AND instance IN " + Range.INSTANCES
            + " AND begin_micros > ? AND begin_micros <= ?) AND (c.context, c.error) NOT IN (SELECT (parent, error) "
            + "FROM failed_contexts WHERE parent <> 0) AND contains(lower(c.error || ' ' || c.name), lower(?))";
    /** When instances counted exceptions. */
    private static final String COUNTING = "CREATE TEMP TABLE counting AS SELECT DISTINCT instance, to_micros FROM error_counts "
            + "WHERE to_micros > ? AND to_micros <= ?";
    /**
     * Without those in which a call failed that is not kept: its exception is counted where it began, if the instance counted any while the context
     * lasted. Its count may have been lost, as with a batch that found no room in a spool. Of one that began before the range nobody knows, so any
     * count tells that the instance counts.
     */
    private static final String UNCOUNTED = "NOT (EXISTS (SELECT 1 FROM counting e WHERE e.instance = c.instance AND (c.start_micros <= %d OR "
            + "e.to_micros > c.start_micros - %d AND e.to_micros <= c.to_micros + %d)) "
            + "AND (c.instance, c.context, c.sequence) IN (SELECT (instance, context, sequence) FROM context_rows "
            + "WHERE errors > 0 AND %s))";
    /** A context was in progress when a call in it failed, and its last record is of a batch behind that. */
    private static final String KINDS_OF = "SELECT o.type, o.owner, o.member, c.name, c.tag, count(DISTINCT "
            + "(c.instance, c.context)) AS contexts FROM %1$s o JOIN (SELECT instance, context, "
            + "arg_max(name, sequence) AS name, arg_max(tag, sequence) AS tag FROM context_records WHERE context IN "
            + "(SELECT context FROM %1$s) AND to_micros > ? AND start_micros <= ? GROUP BY instance, context) c "
            + "ON c.instance = o.instance AND c.context = o.context GROUP BY ALL ORDER BY contexts DESC, c.name, c.tag";
    /** Exceptions are counted without their contexts. Those in which a stack was read are known: there may be others. */
    private static final String READ_IN = "CREATE TEMP TABLE read_in AS SELECT DISTINCT s.type, m.owner, m.member, x.instance, x.context "
            + "FROM (SELECT DISTINCT instance, node, stack, type FROM error_stacks WHERE instance IN " + Range.INSTANCES
            + " AND time_micros > ? AND time_micros <= ?) s JOIN error_contexts x ON x.instance = s.instance AND x.node = s.node AND "
            + "x.stack = s.stack LEFT JOIN nodes n ON n.instance = s.instance AND n.node = s.node LEFT JOIN names m ON "
            + "m.instance = n.instance AND m.name = n.name WHERE x.time_micros > ? AND x.time_micros <= ?";
    /**
     * All exceptions by type and by the place where they began, whether calls are kept one by one or not; without a place where they ended
     * contexts and no metered call. When they were is known to within a step of the sums: {@code to_micros} is its end. Where
     * the stack of each was read, these say it to within a batch.
     */
    private static final String COUNTED = "CREATE TEMP TABLE counted AS SELECT e.type, m.owner, m.member, "
            + Sql.sum("e.failures") + " AS failures, min(e.to_micros) AS first, max(e.to_micros) AS last FROM "
            + "error_counts e LEFT JOIN nodes n ON n.instance = e.instance AND n.node = e.node LEFT JOIN names m ON "
            + "m.instance = n.instance AND m.name = n.name WHERE e.instance IN " + Range.INSTANCES
            + " AND e.to_micros > ? AND e.to_micros <= ? GROUP BY e.type, m.owner, m.member";
    private static final String READ = "CREATE TEMP TABLE stacks_read AS SELECT s.type, m.owner, m.member, min(s.time_micros) AS first, "
            + "max(s.time_micros) AS last, " + Sql.sum("s.stack_reads")
            + " AS reads FROM error_stacks s LEFT JOIN nodes n ON n.instance = s.instance AND n.node = s.node "
            + "LEFT JOIN names m ON m.instance = n.instance AND m.name = n.name WHERE s.instance IN " + Range.INSTANCES
            + " AND s.time_micros > ? AND s.time_micros <= ? GROUP BY s.type, m.owner, m.member";
    private static final String ONLY_COUNTED = "SELECT c.*, s.first AS first_read, s.last AS last_read, s.reads FROM counted c LEFT JOIN "
            + "stacks_read s ON s.type = c.type AND s.owner IS NOT DISTINCT FROM c.owner AND s.member IS NOT DISTINCT FROM "
            + "c.member WHERE " + FailureCount.MATCHED
            + " AND NOT EXISTS (SELECT 1 FROM origins o WHERE o.type = c.type AND o.owner = c.owner AND o.member = c.member) "
            + "ORDER BY c.failures DESC, c.type, c.owner, c.member LIMIT ?";
    /** Of the range: sums are read in steps no longer than that, where such are kept. */
    static final int STEPS = 600;
    /** A call or a context may have begun so long before the range in which it ends. */
    private static final long BEFORE = TimeUnit.HOURS.toMicros(1);

    /** By so much the clock of an instance may be known better from one batch to the next, microseconds. */
    private static final long BESIDE = TimeUnit.SECONDS.toMicros(10);

    private final Question question;
    private final Range range;
    private final ContextFilter filter;
    private final String inside;
    private final String search;
    private final Map<List<String>, Map<String, Object>> rows = new LinkedHashMap<>();
    /** The longest step of the sums that are read; a microsecond where all are as they were shipped. */
    private final long stepMicros;

    ErrorQuery(Question question, Range range, ContextFilter filter, String search) {
        this.question = question;
        this.range = range;
        this.filter = filter;
        this.inside = Inside.on("context", filter);
        this.search = search;
        this.stepMicros = question.slice().stepMicros();
    }

    /** Finds the calls in which exceptions began: the table {@code origins}. @param type the exception's, null for any */
    void findCalls(String type) {
        question.run(String.format(FAILED, inside + isOf(type, "i.exception")),
                Sql.join(inner(), range.fromMicros(), range.toMicros(), search));
    }

    /** Finds the failed contexts in which no call is known to have failed: the table {@code alone}. @param type as of calls */
    void findContexts(String type) {
        question.run(FAILING + isOf(type, "error"), inner());
        question.run(String.format(LAST, Times.begun(question, "failing")));
        question.run(String.format(ALONE, inside, uncounted()),
                Sql.join(new Object[]{range.fromMicros(), range.toMicros()}, Sql.join(inner(), search)));
    }

    private static String isOf(String type, String text) {
        return type == null ? "" : " AND " + String.format(TYPE, text) + " = " + Literals.text(type);
    }

    /**
     * Writes the rows, the most frequent first.
     *
     * @param after is told how many failures there are, and how many rows
     */
    void read(int limit, Answer answer, Map<String, Object> after) {
        findCalls(null);
        findContexts(null);
        question.run(COUNTED, range.with(range.fromMicros(), range.toMicros()));
        origins(limit);
        contexts(limit);
        if (filter == null) { // nobody knows in which contexts they were
            question.run(READ, range.with(range.fromMicros(), range.toMicros()));
            question.each(ONLY_COUNTED, this::onlyCounted, search, search, limit);
            question.run(READ_IN, Sql.join(range.with(range.fromMicros(), range.toMicros()), range.fromMicros(),
                    range.toMicros()));
            kinds("read_in", true);
        }
        FailureCount.read(question, search, filter == null, after);
        kinds("origins", false);
        all();
        ErrorPatterns.each(question, "origins", "type, owner, member", row -> rows.get(key(row, 3)));
        ErrorPatterns.each(question, "alone", "type, name, tag", row -> rows.get(kindKey(row)));
        rows.values().stream()
                .sorted(Comparator.comparingLong(this::frequency)
                        .thenComparingLong(error -> (long) error.get("count")).reversed())
                .limit(limit).forEach(answer::row);
    }

    /** In chosen contexts what is only counted is in no row: nobody knows whether it was in them. With a search it is known by its type and place alone. */
    private String uncounted() {
        if (filter != null || !search.isEmpty()) {
            return "true";
        }
        question.run(COUNTING, range.fromMicros(), range.toMicros());
        return String.format(UNCOUNTED, range.fromMicros(), BESIDE, stepMicros + BESIDE,
                Times.of(question, "failed_contexts").on("to_micros"));
    }

    /** How many failures a row has at least; in chosen contexts those that are kept, because the others may have been elsewhere. */
    private long frequency(Map<String, Object> error) {
        long kept = (long) error.get("count");
        return filter == null ? Math.max(kept, (long) error.getOrDefault("all", 0L)) : kept;
    }

    private void origins(int limit) {
        question.each("SELECT o.type, o.owner, o.member, count(*) AS failures, count(DISTINCT "
                + "CASE WHEN o.context <> 0 THEN (o.instance, o.context) END) AS contexts, min(o.end_micros) AS first, "
                + "max(o.end_micros) AS last, arg_max(o.exception, o.end_micros) AS message, max(c.failures) AS "
                + "counted FROM origins o LEFT JOIN counted c ON c.type = o.type AND c.owner = o.owner AND c.member = o.member "
                + "GROUP BY o.type, o.owner, o.member ORDER BY "
                + (filter == null ? "greatest(count(*), coalesce(max(c.failures), 0))" : "count(*)")
                + " DESC, o.type, o.owner, o.member LIMIT ?", row -> {
                    Map<String, Object> error = row(row.getString("type"), row.getString("owner"),
                            row.getString("member"));
                    error.put("name", null);
                    error.put("tag", null);
                    put(error, row);
                    Long counted = Sql.number(row, "counted");
                    if (counted != null) {
                        error.put("all", counted);
                    }
                }, limit);
    }

    private void contexts(int limit) {
        question.each("SELECT type, name, tag, count(*) AS failures, count(*) AS contexts, min(end_micros) AS first, "
                + "max(end_micros) AS last, arg_max(error, end_micros) AS message FROM alone GROUP BY type, name, tag "
                + "ORDER BY failures DESC, type, name, tag LIMIT ?", row -> {
                    Map<String, Object> error = row(row.getString("type"), null, null, row.getString("name"),
                            row.getString("tag"));
                    error.put("name", row.getString("name"));
                    error.put("tag", row.getString("tag"));
                    put(error, row);
                    error.put("kinds", List.of(kind(row.getString("name"), row.getString("tag"),
                            row.getLong("contexts"))));
                }, limit);
    }

    /** The first columns of a row. */
    private static List<String> key(ResultSet row, int columns) throws SQLException {
        List<String> key = new ArrayList<>();
        for (int column = 1; column <= columns; column++) {
            key.add(row.getString(column));
        }
        return key;
    }

    /** Of a row whose first columns are the type, the name and the tag of contexts. */
    private static List<String> kindKey(ResultSet row) throws SQLException {
        List<String> key = new ArrayList<>();
        key.add(row.getString(1));
        key.add(null);
        key.add(null);
        key.add(row.getString(2));
        key.add(row.getString(3));
        return key;
    }

    /** Whose, and from how far back to when, the calls or contexts inside are. */
    private Object[] inner() {
        return range.with(range.fromMicros() - BEFORE, range.toMicros());
    }

    private Map<String, Object> row(String type, String owner, String member, String... kind) {
        List<String> key = new ArrayList<>();
        key.add(type);
        key.add(owner);
        key.add(member);
        key.addAll(List.of(kind));
        question.reserve(BYTES);
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("type", type);
        error.put("class", owner);
        error.put("method", member);
        rows.put(key, error);
        return error;
    }

    private void put(Map<String, Object> error, ResultSet row) throws SQLException {
        String message = row.getString("message");
        question.reserve(message == null ? 0 : Question.bytes(message));
        error.put("count", row.getLong("failures"));
        error.put("contexts", row.getLong("contexts"));
        error.put("first", row.getLong("first") / 1_000);
        error.put("last", row.getLong("last") / 1_000);
        error.put("message", message);
        error.put("kinds", new ArrayList<Object>());
    }

    /** Which kinds of contexts the failures of a row were in. */
    private void kinds(String failures, boolean areCounted) {
        question.each(String.format(KINDS_OF, failures), row -> {
            Map<String, Object> error = rows.get(key(row, 3));
            if (error == null || areCounted && (long) error.get("count") > 0) {
                return; // what is kept tells more
            }
            if (areCounted) {
                error.merge("contexts", row.getLong("contexts"), (one, other) -> (long) one + (long) other);
            }
            if (kindsOf(error).size() < KINDS) {
                kindsOf(error).add(kind(row.getString("name"), row.getString("tag"), row.getLong("contexts")));
            }
        }, range.fromMicros() - BEFORE, range.toMicros());
    }

    /**
     * Calls of a row's method that failed, whether they are kept one by one or not, and whatever passed through them: by the coarsest sums
     * there are, of the application where these are of the same time. There all lambdas of a class are one: theirs are of instances.
     */
    private void all() {
        if (!question.total(range).equals(range)) {
            question.ofInstances(range);
        }
        boolean isOfApplication = question.isOfApplication();
        Map<Sort.Method, List<Map<String, Object>>> shared = new HashMap<>();
        Map<Sort.Method, List<Map<String, Object>>> own = new HashMap<>();
        for (Map<String, Object> error : rows.values()) {
            if (error.get("class") instanceof String owner) {
                boolean isShared = isOfApplication && SharedNames.stable(owner).equals(owner);
                (isShared ? shared : own).computeIfAbsent(new Sort.Method(owner, (String) error.get("method")),
                        added -> new ArrayList<>()).add(error);
            }
        }
        if (!shared.isEmpty()) {
            failedCalls(shared, "places m ON m.application = ? AND m.place = r.node",
                    Sql.join(new Object[]{range.application()}, range.with(range.fromMicros(), range.toMicros())));
        }
        if (!own.isEmpty() && question.ofInstances(range).equals(range)) {
            failedCalls(own, "nodes n ON n.instance = r.instance AND n.node = r.node JOIN names m ON m.instance = "
                    + "n.instance AND m.name = n.name", range.with(range.fromMicros(), range.toMicros()));
        }
    }

    private void failedCalls(Map<Sort.Method, List<Map<String, Object>>> of, String names, Object... arguments) {
        question.each("SELECT m.owner, m.member, " + Sql.sum("r.errors") + " FROM tree_rows r JOIN " + names
                + " WHERE r.errors > 0 AND r.instance IN " + Range.INSTANCES
                + " AND r.to_micros > ? AND r.to_micros <= ? GROUP BY m.owner, m.member", row -> {
                    Long failedCalls = row.getLong(3);
                    of.getOrDefault(new Sort.Method(row.getString(1), row.getString(2)), List.of())
                            .forEach(error -> error.put("failedCalls", failedCalls));
                }, arguments);
    }

    /**
     * Exceptions at a place of which no call is kept, and those that ended contexts and no metered call. Contexts that are kept of both have
     * rows of their own, which say what the same exceptions said: which of them is in which, nobody knows.
     */
    private void onlyCounted(ResultSet row) throws SQLException {
        Map<String, Object> error = row(row.getString("type"), row.getString("owner"), row.getString("member"));
        error.put("name", null);
        error.put("tag", null);
        error.put("count", 0L);
        error.put("contexts", 0L);
        when(error, row);
        error.put("message", null);
        error.put("kinds", new ArrayList<Object>());
        error.put("all", row.getLong("failures"));
        error.put("patterns", List.of());
        error.put("furtherPatterns", 0L);
        error.put("furtherCount", 0L);
    }

    /** When they were: to within a batch, or to within a step of the sums, whose end it is, and how long that is. */
    private void when(Map<String, Object> error, ResultSet row) throws SQLException {
        Long reads = Sql.number(row, "reads");
        boolean isEachRead = reads != null && reads >= row.getLong("failures");
        error.put("first", row.getLong(isEachRead ? "first_read" : "first") / 1_000);
        error.put("last", row.getLong(isEachRead ? "last_read" : "last") / 1_000);
        if (!isEachRead && stepMicros > 1) {
            error.put("withinNanos", stepMicros * 1_000);
        }
    }

    private static Map<String, Object> kind(String name, String tag, long contexts) {
        Map<String, Object> kind = new LinkedHashMap<>();
        kind.put("name", name);
        kind.put("tag", tag);
        kind.put("contexts", contexts);
        return kind;
    }

    @SuppressWarnings("unchecked")
    private static List<Object> kindsOf(Map<String, Object> error) {
        return (List<Object>) error.get("kinds");
    }
}
