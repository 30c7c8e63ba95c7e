package sim.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import sim.model.text.Text;

/**
 * A value under a key, by which contexts are forgotten. They have it to the letter, or as their application cut it before it shipped. What is
 * nearly the same stays, and is told.
 *
 * @param key the key, to the letter
 * @param value the whole value
 */
public record ContextValue(String key, String value) {
    /** What values are found in. */
    static final Table<?> TABLE = Tables.named("context_values");
    /** A text that was cut to fewer characters may be the beginning of many: it stays. */
    private static final int LEAST_CUT = 32;

    /** As somebody writes it: {@code KEY:VALUE}, where a colon in the key is written {@code \:}. Null if the text is none. */
    public static ContextValue of(String text) {
        int colon = text.indexOf(':');
        while (colon > 0 && text.charAt(colon - 1) == '\\') {
            colon = text.indexOf(':', colon + 1);
        }
        return colon <= 0
                ? null
                : new ContextValue(text.substring(0, colon).replace("\\:", ":"), text.substring(colon + 1));
    }

    /** Whether it may be kept as that: {@link Text#cut} leaves the beginning and an ellipsis of a longer text. */
    public boolean isKeptAs(String kept) {
        int length = kept.codePointCount(0, kept.length());
        return kept.equals(value) || length > LEAST_CUT && length <= value.codePointCount(0, value.length())
                && kept.charAt(kept.length() - 1) == Text.ELLIPSIS
                && value.startsWith(kept.substring(0, kept.length() - 1));
    }

    /** The same in SQL, of a row of the table. */
    String condition() {
        return "(key = " + Literals.text(key) + " AND (value = " + Literals.text(value) + " OR length(value) > "
                + LEAST_CUT + " AND " + cut() + "))";
    }

    private String cut() {
        return "(ends_with(value, '" + Text.ELLIPSIS + "') AND length(value) <= length(" + Literals.text(value)
                + ") AND starts_with(" + Literals.text(value) + ", left(value, length(value) - 1)))";
    }

    /** Looks for it, and for what is nearly the same. */
    Found find(Connection connection) throws SQLException {
        String is = condition();
        String isShorter = "key = " + Literals.text(key) + " AND " + cut();
        String isOfOtherKey = "lower(key) <> lower(" + Literals.text(key) + ")";
        String isWritten = "lower(concat(key, ':', value)) = lower(" + Literals.text(key + ":" + value) + ")";
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT " + count(is) + ", "
                        + count(is + " AND value <> " + Literals.text(value)) + ", "
                        + count(isWritten + " AND NOT " + is + " AND NOT " + isOfOtherKey) + ", "
                        + count(isWritten + " AND " + isOfOtherKey) + ", min(key) FILTER (WHERE " + isOfOtherKey + "), "
                        + count(isShorter + " AND NOT " + is) + " FROM " + TABLE.name() + " WHERE " + is + " OR "
                        + isShorter + " OR " + isWritten)) {
            row.next();
            return new Found(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getString(5),
                    row.getLong(6));
        }
    }

    private static String count(String which) {
        return "count(DISTINCT context) FILTER (WHERE " + which + ")";
    }

    /**
     * How many contexts have a value, and how many have nearly the same.
     *
     * @param contexts to the letter or cut
     * @param cut of these, cut
     * @param otherCase other upper and lower case of key or value
     * @param otherKey where a colon ends another key
     * @param key that key; null for none
     * @param shorter cut so short that it may be another one
     */
    record Found(long contexts, long cut, long otherCase, long otherKey, String key, long shorter) {
        boolean isAny() {
            return contexts > 0;
        }

        /** What is to be said of what goes and what stays, a line each. */
        List<String> remarks() {
            List<String> remarks = new ArrayList<>();
            if (cut > 0) {
                remarks.add(
                        have(cut, "it cut to its beginning, as value.length of the application says, and go", "es"));
            }
            if (otherCase > 0) {
                remarks.add(have(otherCase, "it in another case, and stay", "s"));
            }
            if (otherKey > 0) {
                remarks.add(have(otherKey, "the key " + key + " and the rest of it as the value, and stay", "s")
                        + "; a colon in a key is written \\:");
            }
            if (shorter > 0) {
                remarks.add(have(shorter, "a value that was cut to " + LEAST_CUT
                        + " characters or less and may have been this one, and stay", "s"));
            }
            return remarks;
        }

        private static String have(long contexts, String what, String ending) {
            return contexts == 1
                    ? "1 context has " + what + ending
                    : contexts + " contexts have " + what;
        }
    }
}
