package sim.server.query;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.concurrent.TimeUnit;

/** The stacks that were read of exceptions, each kind of stack once, the one read last first. One thread. */
final class StackQuery {
    /** What a cause is, without what it says. */
    private static final Pattern CAUSE = Pattern.compile("(?m)^(Caused by: [^:\n]*).*$");
    private static final int BYTES = 1_000;
    /** A stack is told with the time when it was read last, which may be so long after a context in which it was read. */
    private static final long AFTER = TimeUnit.HOURS.toMicros(1);

    private final Question question;
    private final Range range;
    private final StackFilter filter;

    StackQuery(Question question, Range range, StackFilter filter) {
        this.question = question;
        this.range = range;
        this.filter = filter;
    }

    /** Writes the rows; tells behind them how many more there are. */
    void read(int limit, Answer answer, Map<String, Object> behind) {
        long[] given = new long[1];
        long[] further = new long[1];
        List<Object> with = new ArrayList<>();
        StringBuilder where = new StringBuilder();
        narrow("s.type = ?", filter.type(), where, with);
        narrow("m.owner = ?", filter.owner(), where, with);
        narrow("m.member = ?", filter.member(), where, with);
        if (filter.isPlaceless()) {
            where.append(" AND s.node = 0");
        }
        if (filter.context() != null) {
            where.append(
                    " AND (s.instance, s.node, s.stack) IN (SELECT (instance, node, stack) FROM error_contexts WHERE ")
                    .append(Inside.on("context", filter.context())).append(')');
        }
        // a context has its own message, or the type alone: another's may name another customer
        String isInside = "s.context IN (SELECT context FROM inside)";
        String latest = filter.context() == null
                ? "s.time_micros"
                : "CASE WHEN " + isInside + " THEN 4611686018427387904 ELSE 0 END + s.time_micros";
        long to = filter.context() == null ? range.toMicros() : range.toMicros() + AFTER;
        question.each(
                "SELECT s.type, m.owner, m.member, s.stack, sum(s.stack_reads) AS reads, min(s.time_micros) AS first, "
                        + "max(s.time_micros) AS last, arg_max(s.message, " + latest + ") AS message, arg_max(s.text, "
                        + latest
                        + ") AS text, " + (filter.context() == null ? "true" : "bool_or(" + isInside + ")")
                        + " AS own, "
                        + "count(*) OVER () AS kinds FROM error_stacks s LEFT JOIN nodes n ON n.instance = s.instance AND n.node = s.node LEFT JOIN names m "
                        + "ON m.instance = n.instance AND m.name = n.name WHERE s.instance IN " + Range.INSTANCES
                        + " AND s.time_micros > ? AND s.time_micros <= ?" + where
                        + " GROUP BY s.type, m.owner, m.member, s.stack ORDER BY last DESC, s.stack LIMIT ?",
                row -> {
                    Map<String, Object> stack = new LinkedHashMap<>();
                    boolean own = row.getBoolean("own");
                    String text = own ? row.getString("text") : withoutMessages(row.getString("text"));
                    String message = own ? row.getString("message") : row.getString("type");
                    question.reserve(BYTES + Question.bytes(text) + Question.bytes(message));
                    stack.put("type", row.getString("type"));
                    stack.put("class", row.getString("owner"));
                    stack.put("method", row.getString("member"));
                    stack.put("stack", String.format("%016x", row.getLong("stack")));
                    stack.put("reads", row.getLong("reads"));
                    stack.put("first", row.getLong("first") / 1_000);
                    stack.put("last", row.getLong("last") / 1_000);
                    stack.put("message", message);
                    stack.put("text", text);
                    answer.row(stack);
                    further[0] = row.getLong("kinds") - ++given[0];
                }, Sql.join(range.with(range.fromMicros(), to), Sql.join(with.toArray(), limit)));
        behind.put("further", further[0]);
    }

    /** The frames, and the types of the causes. */
    private static String withoutMessages(String text) {
        return text == null
                ? null
                : CAUSE.matcher(text).replaceAll("$1").lines()
                        .filter(line -> line.startsWith("\t") || line.startsWith("Caused by: "))
                        .collect(Collectors.joining("\n", "", "\n"));
    }

    private static void narrow(String condition, String value, StringBuilder where, List<Object> with) {
        if (value != null) {
            where.append(" AND ").append(condition);
            with.add(value);
        }
    }
}
