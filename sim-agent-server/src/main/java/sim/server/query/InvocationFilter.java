package sim.server.query;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which single calls.
 *
 * @param owner the declaring class, or null for any
 * @param member the method, or null for any
 * @param errors whether only those that failed
 * @param exception the type of the exception that ended them, or null for any
 * @param least the shortest wall time, ns
 * @param thread a part of the name of the thread they ran on, in any case, or null for any
 * @param order which come first
 * @param context the contexts they ran in, or null for any
 */
public record InvocationFilter(String owner, String member, boolean errors, String exception, long least, String thread,
        InvocationOrder order, ContextFilter context) {
    private String where() {
        return " FROM invocations i JOIN nodes n ON n.instance = i.instance AND n.node = i.node "
                + "JOIN names m ON m.instance = n.instance AND m.name = n.name WHERE i.instance IN " + Range.INSTANCES
                + " AND begin_micros > ? AND begin_micros <= ? AND (? IS NULL OR m.owner = ?)"
                + " AND (? IS NULL OR m.member = ?) AND (error OR NOT ?) AND (? IS NULL OR split_part(exception, ':', 1) = ?)"
                + " AND (? = 0 OR i.wall >= ?) AND (? IS NULL OR contains(lower(i.thread), lower(?))) AND "
                + Inside.on("context", context);
    }

    private Object[] arguments(Range range, Object... more) {
        return range.with(Sql.join(new Object[]{range.fromMicros(), range.toMicros(), owner, owner, member, member,
                errors, exception, exception, least, least, thread, thread}, more));
    }

    /** Says how many there are of those in contexts, whatever the page holds. */
    void count(Question question, Range range, Map<String, Object> into) {
        if (context != null) {
            question.each("SELECT count(*)" + where(), row -> into.put("kept", row.getLong(1)), arguments(range));
        }
    }

    void read(Question question, Range range, Page page, Answer answer) {
        question.each("SELECT i.*, m.owner, m.member" + where() + " ORDER BY " + order.by() + " LIMIT ? OFFSET ?",
                row -> {
                    if (!page.takes()) {
                        return;
                    }
                    long begin = row.getLong("begin_micros");
                    Map<String, Object> call = new LinkedHashMap<>();
                    call.put("class", row.getString("owner"));
                    call.put("method", row.getString("member"));
                    call.put("context", AnswerParts.contextId(row.getLong("context")));
                    call.put("thread", row.getString("thread"));
                    call.put("instance", row.getString("instance"));
                    call.put("start", begin / 1000);
                    call.put("startMicros", begin);
                    call.put("end", (begin + row.getLong("wall") / 1000) / 1000);
                    call.put("error", row.getBoolean("error"));
                    call.put("exception", row.getString("exception"));
                    call.put("meters", AnswerParts.meters(row, "", "value"));
                    answer.row(call);
                }, arguments(range, page.asked(), page.offset()));
    }
}
