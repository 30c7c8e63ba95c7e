package sim.server.query;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Narrows a question to the contexts a filter names and all inside them, which are found first, into a temporary table. Each
 * step looks twice as far up as the one before: as many steps as the depth has binary digits, whoever made up the parents.
 */
final class Inside {
    /** What the filter names: by id, or by the last record of a context that has the value. */
    private static final String BY_ID = "SELECT CAST(? AS BIGINT) AS context";
    private static final String BY_VALUE = "SELECT DISTINCT v.context FROM with_value v JOIN (SELECT instance, context, "
            + "max(sequence) AS sequence FROM context_records WHERE context IN (SELECT context FROM with_value) "
            + "GROUP BY instance, context) l USING (instance, context, sequence)";
    private static final String HAVING = "CREATE TEMP TABLE with_value AS SELECT instance, context, sequence FROM context_values v "
            + "WHERE v.key = ? AND (v.value = ? OR (v.type = 'Double' "
            // a reader may write 20 for what Java writes as 20.0
            + "AND TRY_CAST(v.value AS DOUBLE) = TRY_CAST(? AS DOUBLE)))";
    /** The traces of what is named, and of what is directly inside it: an application may have kept that alone. */
    private static final String TRACES = "CREATE TEMP TABLE traces AS SELECT trace_high, trace_low, min(start_micros) AS began "
            + "FROM context_records WHERE start_micros BETWEEN ? AND ? AND (context IN (SELECT context FROM named) OR "
            + "parent IN (SELECT context FROM named)) GROUP BY ALL";
    /** By so much the clocks of two machines may differ: what is inside begins no earlier than what it is in. */
    private static final long CLOCKS = TimeUnit.HOURS.toMicros(1);
    /** When a context began that is named by its id. */
    private static final String BEGAN = "SELECT min(start_micros) FROM context_records WHERE context = ? AND start_micros "
            + "BETWEEN ? AND ?";
    private static final long EVER = Long.MAX_VALUE / 2;

    /** The last records of those that were in progress in a range, whose end and begin are its parameters: instance, context and sequence. */
    static final String LAST = "(SELECT r.instance, r.context, r.sequence FROM inside_records r" + Gone.joined("r")
            + "WHERE r.start_micros <= ? AND CASE WHEN r.end_micros = 0 THEN "
            + Gone.until("r", String.valueOf(Long.MAX_VALUE)) + " ELSE r.to_micros END > ?)";

    /** Heap bytes of a name in a list beside its characters. */
    private static final int EACH = 60;

    private Inside() {}

    /**
     * Finds them, before a question uses {@link #on}; nothing for null. A value counts in contexts of applications that whoever asks may see:
     * otherwise the work inside of a hidden one would tell which values it has.
     *
     * <p>A store has the contexts of a week, and a question wants those of some seconds. What is inside begins when the context has begun, and
     * before the range is over: only what began between is looked at.
     */
    static void find(Question question, ContextFilter filter, Range range, Answer answer) {
        if (filter == null) {
            return;
        }
        String named = "CREATE TEMP TABLE named AS ";
        List<String> hidden = new ArrayList<>();
        long from = -EVER;
        long to = Math.min(EVER, range.toMicros()) + CLOCKS;
        if (filter.id() != null) {
            question.run(named + BY_ID, filter.id());
            from = began(question, filter.id(), range) - CLOCKS;
        } else {
            question.each("SELECT DISTINCT application FROM instances", row -> {
                String application = row.getString(1);
                if (!answer.shows(application)) {
                    question.reserve(EACH + Question.bytes(application));
                    hidden.add(application);
                }
            });
            String seen = hidden.isEmpty()
                    ? ""
                    : " AND v.instance NOT IN (SELECT instance FROM instances WHERE application IN ("
                            + "?, ".repeat(hidden.size() - 1) + "?))";
            question.run(HAVING + seen, Sql.join(
                    new Object[]{filter.key(), filter.value(), filter.value()}, hidden.toArray()));
            question.run(named + BY_VALUE);
        }
        question.run(TRACES, from, to);
        String records = " FROM context_records" + ofTraces(question, from, to);
        // 'up' is the context that many steps further out; NULL if there is none, or no need to look
        question.run(
                "CREATE TEMP TABLE steps0 AS SELECT context, is_inside, CASE WHEN NOT is_inside AND parent <> 0 THEN "
                        + "parent END AS up FROM (SELECT context, parent, context IN (SELECT context FROM named) OR "
                        + "parent IN (SELECT context FROM named) AS is_inside FROM (SELECT context, "
                        + "arg_max(parent, sequence) AS parent" + records + " GROUP BY context))");
        int step = 0;
        for (long reach = 1; reach < rows(question, step); reach *= 2) {
            question.run("CREATE TEMP TABLE steps" + (step + 1) + " AS SELECT s.context, s.is_inside OR "
                    + "coalesce(u.is_inside, false) AS is_inside, CASE WHEN NOT u.is_inside THEN u.up END AS up FROM steps"
                    + step + " s LEFT JOIN steps" + step + " u ON u.context = s.up");
            question.run("DROP TABLE steps" + step++);
        }
        question.run("CREATE TEMP TABLE inside AS SELECT context FROM named UNION SELECT context FROM steps" + step
                + " WHERE is_inside");
        question.run("CREATE TEMP TABLE inside_records AS SELECT instance, context, max(sequence) AS sequence, "
                + "arg_max(start_micros, sequence) AS start_micros, arg_max(end_micros, sequence) AS end_micros, "
                + "arg_max(to_micros, sequence) AS to_micros" + records
                + " AND context IN (SELECT context FROM inside) GROUP BY instance, context");
    }

    /** The same for {@link #LAST}. */
    static void find(Question question, TreePart part, Range range, Answer answer) {
        find(question, part.context(), range, answer);
        if (part.context() != null) {
            Gone.find(question, part.connected());
        }
    }

    /** When a context began: most questions are of the time around it. Any time where it is not kept. */
    private static long began(Question question, long id, Range range) {
        long[] began = {-EVER};
        boolean[] found = new boolean[1];
        Question.Row read = row -> {
            long at = row.getLong(1);
            found[0] = !row.wasNull();
            began[0] = found[0] ? at : -EVER;
        };
        long to = Math.min(EVER, range.toMicros()) + CLOCKS;
        question.each(BEGAN, read, id, range.fromMicros() - CLOCKS, to);
        if (!found[0]) {
            question.each(BEGAN, read, id, -EVER, EVER);
        }
        return began[0];
    }

    /** What may be inside: contexts of the same traces, which have a few of all, from when these began. Of any where a trace is not known. */
    private static String ofTraces(Question question, long from, long to) {
        long[] known = new long[2];
        question.each("SELECT count(*) FILTER (trace_low = 0), coalesce(min(began), 0) FROM traces", row -> {
            known[0] = row.getLong(1);
            known[1] = row.getLong(2);
        });
        String between = " WHERE start_micros BETWEEN %d AND " + to;
        return known[0] > 0
                ? String.format(between, from)
                : String.format(between, Math.max(from, known[1] - CLOCKS))
                        + " AND (trace_high, trace_low) IN (SELECT (trace_high, trace_low) FROM traces)";
    }

    /** Contexts of which it is not known yet whether they are inside: none once each has been followed to the outermost. */
    private static long rows(Question question, int step) {
        long[] rows = new long[2];
        question.each("SELECT count(*), count(up) FROM steps" + step, row -> {
            rows[0] = row.getLong(1);
            rows[1] = row.getLong(2);
        });
        return rows[1] == 0 ? 0 : rows[0];
    }

    /** A condition on the instance in {@code column}, that some of them are its; always true for null. */
    static String onInstance(String column, ContextFilter filter) {
        return filter == null ? "true" : column + " IN (SELECT instance FROM inside_records)";
    }

    /** A condition on {@code column}; always true for null. */
    static String on(String column, ContextFilter filter) {
        return filter == null ? "true" : column + " IN (SELECT context FROM inside)";
    }
}
