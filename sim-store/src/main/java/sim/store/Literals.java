package sim.store;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Values as SQL writes them. The library plans a statement with parameters twice, because some have no type before they have a value, and
 * plans it worse. Any thread.
 */
public final class Literals {
    /** A question mark, or what stands in quotes, which stays as it is whatever it says. */
    private static final Pattern MARK = Pattern.compile("'[^']*'|\"[^\"]*\"|\\?");

    private Literals() {}

    /** A text. The library's parser ends at a character 0, and counts how deep an expression is: many of them are parts of one call. */
    public static String text(String value) {
        String literal = "'" + value.replace("'", "''") + "'";
        return value.indexOf(0) < 0 ? literal : "concat(" + literal.replace("\0", "', chr(0), '") + ")";
    }

    /** A text, a number, a truth or null. */
    static String of(Object value) {
        if (value == null) {
            return "NULL";
        }
        if (value instanceof String text) {
            return text(text);
        }
        if (value instanceof Long number) { // it is a BIGINT whatever its value
            return number == Long.MIN_VALUE ? "(-9223372036854775807 - 1)" : "CAST(" + number + " AS BIGINT)";
        }
        if (value instanceof Integer || value instanceof Boolean) {
            return value.toString();
        }
        if (value instanceof Double number && Double.isFinite(number)) {
            return "CAST('" + number + "' AS DOUBLE)";
        }
        throw new IllegalArgumentException(
                "a " + value.getClass().getName() + " is no value of a statement; add it here");
    }

    /** A statement with values in place of its question marks, of which it has as many. */
    public static String in(String sql, Object... values) {
        if (values.length == 0) {
            return sql;
        }
        Matcher mark = MARK.matcher(sql);
        StringBuilder whole = new StringBuilder(sql.length() + 32 * values.length);
        int next = 0;
        int copied = 0;
        while (mark.find()) {
            if (sql.charAt(mark.start()) == '?') {
                whole.append(sql, copied, mark.start()).append(of(values[next++]));
                copied = mark.end();
            }
        }
        if (next != values.length) {
            throw new IllegalArgumentException(values.length + " values for " + next + " question marks");
        }
        return whole.append(sql, copied, sql.length()).toString();
    }
}
