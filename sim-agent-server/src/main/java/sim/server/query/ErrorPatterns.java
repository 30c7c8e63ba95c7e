package sim.server.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import sim.model.text.Text;

/**
 * What failures of a type and place say, without what differs from one to the next: numbers, ids and quoted texts are a star each. So a message
 * is counted, and not each order of which it speaks. One thread.
 */
final class ErrorPatterns {
    /** Patterns of a row; those behind are counted together. */
    private static final int MOST = 10;
    /** Characters of a message that are looked at. */
    private static final int LONGEST = 500;
    private static final int BYTES = 600;

    /** What is replaced, the one after the other, and by what. */
    private static final String[][] REPLACED = {
            // an apostrophe within a word quotes nothing
            {"(^|[^[:alnum:]])'[^']*'", "\\1*"}, {"\"[^\"]*\"|`[^`]*`|«[^»]*»|“[^”]*”|„[^“]*“", "*"},
            // an id has a digit in it, or stands behind an at sign as an object's hash does
            {"@[0-9a-fA-F]+|[[:alnum:]_]*[0-9][[:alnum:]_]*", "*"}, {"\\*([-+.,:/]*\\*)+", "*"},
            {"(^|[[:space:]=:(])-\\*", "\\1*"}};

    private ErrorPatterns() {}

    /** Finds the row of a group of failures by its columns; null where it has none. */
    interface Rows {
        Map<String, Object> of(ResultSet row) throws SQLException;
    }

    /** The pattern of a text with a type in front of it, as SQL. */
    private static String pattern(String text) {
        String pattern = "left(trim(substr(" + text + ", length(type) + 2)), " + LONGEST + ")";
        for (String[] each : REPLACED) {
            pattern = "regexp_replace(" + pattern + ", " + literal(each[0]) + ", " + literal(each[1]) + ", 'g')";
        }
        return pattern;
    }

    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /**
     * Adds its patterns to each row, the most frequent first, and how many failures say something else.
     *
     * @param table of the failures, with a {@code message} and {@code end_micros}
     * @param groups the columns by which rows are told apart
     */
    static void each(Question question, String table, String groups, Rows rows) {
        question.each("SELECT *, count(*) OVER (PARTITION BY " + groups + ") AS patterns FROM (SELECT " + groups + ", "
                + pattern("coalesce(message, '')") + " AS pattern, count(*) AS failures, min(end_micros) AS first, "
                + "max(end_micros) AS last, arg_max(message, end_micros) AS message FROM " + table + " GROUP BY ALL) "
                + "QUALIFY row_number() OVER (PARTITION BY " + groups + " ORDER BY failures DESC, pattern) <= " + MOST
                + " ORDER BY failures DESC, pattern", row -> {
                    Map<String, Object> error = rows.of(row);
                    if (error != null) {
                        add(question, error, row);
                    }
                });
    }

    private static void add(Question question, Map<String, Object> error, ResultSet row) throws SQLException {
        @SuppressWarnings("unchecked") // put there below
        List<Object> patterns = (List<Object>) error.computeIfAbsent("patterns", added -> new ArrayList<>());
        question.reserve(BYTES + 4 * LONGEST);
        Map<String, Object> pattern = new LinkedHashMap<>();
        pattern.put("pattern", row.getString("pattern"));
        pattern.put("count", row.getLong("failures"));
        pattern.put("first", row.getLong("first") / 1_000);
        pattern.put("last", row.getLong("last") / 1_000);
        pattern.put("message", row.getString("message") == null ? null : Text.cut(row.getString("message"), LONGEST));
        patterns.add(pattern);
        error.put("furtherPatterns", row.getLong("patterns") - patterns.size());
        long left = (long) error.getOrDefault("furtherCount", error.get("count"));
        error.put("furtherCount", left - row.getLong("failures"));
    }
}
