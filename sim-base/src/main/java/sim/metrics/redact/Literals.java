package sim.metrics.redact;

/** Replaces the literals of a statement in SQL by {@code ?}: they are the values, and a statement is the same with others. */
final class Literals {
    private static final String[] BEGIN = {"select", "insert", "update", "delete", "merge", "with", "call", "exec",
            "alter user", "create user",
            "set ", "replace", "upsert", "values", "{call", "{?"};

    private Literals() {}

    /** The text; the same object if it is no SQL, or has no literal. */
    static String without(String text) {
        if (!isSql(text)) {
            return text;
        }
        StringBuilder clean = null;
        int copied = 0;
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            int end = i;
            if (c == '\'') {
                end = quoted(text, i);
            } else if (c == '$' && i + 1 < text.length()
                    && (text.charAt(i + 1) == '$' || Character.isLetter(text.charAt(i + 1)))) {
                end = dollars(text, i);
            } else if (c == '"' || c == '`') { // a name; in MySQL a text, which stands behind a comparison
                end = named(text, i, c);
                if (c == '`' || !isCompared(text, i) || end < text.length() && text.charAt(end) == '.') {
                    i = end;
                    continue;
                }
            } else if (isDigit(c) && !isOfWord(text, i - 1)) {
                end = number(text, i);
            } else if (c == '-' && text.startsWith("--", i) || c == '/' && text.startsWith("/*", i)) { // a comment may say anything
                end = comment(text, i);
            }
            if (end > i) {
                clean = clean == null ? new StringBuilder(text.length()) : clean;
                clean.append(text, copied, i).append('?');
                copied = end;
                i = end;
            } else {
                i++;
            }
        }
        return clean == null ? text : clean.append(text, copied, text.length()).toString();
    }

    private static boolean isSql(String text) {
        int begin = 0;
        while (begin < text.length() && (Character.isWhitespace(text.charAt(begin)) || text.charAt(begin) == '(')) {
            begin++;
        }
        if (text.startsWith("/*", begin)) {
            return true;
        }
        for (String each : BEGIN) {
            if (text.regionMatches(true, begin, each, 0, each.length())) {
                return true;
            }
        }
        return false;
    }

    /** Behind the closing quote; two of them stand for one inside. A text that was cut ends within. */
    private static int quoted(String text, int from) {
        int i = from + 1;
        while (i < text.length()) {
            if (text.charAt(i) == '\\') {
                i += 2;
            } else if (text.charAt(i) != '\'') {
                i++;
            } else if (i + 1 < text.length() && text.charAt(i + 1) == '\'') {
                i += 2;
            } else {
                return i + 1;
            }
        }
        return text.length();
    }

    /** PostgreSQL's {@code $tag$text$tag$}. */
    private static int dollars(String text, int from) {
        int end = text.indexOf('$', from + 1);
        if (end < 0) {
            return from;
        }
        String tag = text.substring(from, end + 1);
        int close = text.indexOf(tag, end + 1);
        return close < 0 ? text.length() : close + tag.length();
    }

    private static int named(String text, int from, char quote) {
        int end = text.indexOf(quote, from + 1);
        return end < 0 ? text.length() : end + 1;
    }

    private static int number(String text, int from) {
        int i = from;
        while (i < text.length() && (Character.isLetterOrDigit(text.charAt(i)) || text.charAt(i) == '.'
                || (text.charAt(i) == '-' || text.charAt(i) == '+')
                        && (text.charAt(i - 1) == 'e' || text.charAt(i - 1) == 'E'))) {
            i++;
        }
        return i;
    }

    private static int comment(String text, int from) {
        int end = text.charAt(from) == '-' ? text.indexOf('\n', from) : text.indexOf("*/", from);
        return end < 0 ? text.length() : text.charAt(from) == '-' ? end : end + 2;
    }

    private static boolean isOfWord(String text, int at) {
        return at >= 0
                && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_' || text.charAt(at) == '$'
                        || text.charAt(at) == '"' || text.charAt(at) == ':' || text.charAt(at) == '@');
    }

    private static boolean isCompared(String text, int at) {
        int before = at - 1;
        while (before >= 0 && Character.isWhitespace(text.charAt(before))) {
            before--;
        }
        return before >= 0 && "=<>".indexOf(text.charAt(before)) >= 0
                || before >= 3 && text.regionMatches(true, before - 3, "like", 0, 4);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
