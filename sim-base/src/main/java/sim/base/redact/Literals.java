package sim.base.redact;

import java.util.Locale;

/** Tells which texts are statements in SQL: their literals are values, and a statement is the same with others. */
final class Literals {
    /** How a statement begins, and what it has behind that: "update" alone may begin a sentence. */
    private static final String[][] STATEMENTS = {{"select", ""}, {"insert", "into"}, {"update", "set"},
            {"delete", "from"},
            {"merge", "into"}, {"upsert", "into"}, {"replace", "into"}, {"with", "select"}, {"call", "("},
            {"{", "call"},
            {"values", "("}, {"alter", "identified"}, {"alter", "password"}, {"create", "identified"},
            {"create", "password"}, {"set", "="}, {"explain", "select"}};

    private Literals() {}

    /** The text without literals; the same object if it is no SQL, or has none. */
    static String without(String text) {
        if (!isSql(text)) {
            return text;
        }
        String clean = SqlText.of(text);
        return clean.equals(text) ? text : clean;
    }

    static boolean isSql(String text) {
        int begin = 0;
        while (begin < text.length() && (Character.isWhitespace(text.charAt(begin)) || text.charAt(begin) == '(')) {
            begin++;
        }
        if (text.startsWith("/*", begin)) {
            int end = text.indexOf("*/", begin);
            return end < 0 || isSql(text.substring(end + 2));
        }
        if (text.startsWith("--", begin)) {
            int end = text.indexOf('\n', begin);
            return end >= 0 && isSql(text.substring(end + 1));
        }
        for (String[] each : STATEMENTS) {
            int end = begin + each[0].length();
            if (text.regionMatches(true, begin, each[0], 0, each[0].length())
                    && (end == text.length() || !Character.isLetterOrDigit(text.charAt(end)) || each[0].equals("{"))) {
                if (text.toLowerCase(Locale.ROOT).indexOf(each[1], end) >= 0) {
                    return true;
                }
            }
        }
        return false;
    }
}
