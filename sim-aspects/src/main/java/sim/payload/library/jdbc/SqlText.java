package sim.payload.library.jdbc;

import java.util.Locale;
import java.util.Set;

/**
 * A statement as a payload is called: literals are {@code ?}, white space is one space, comments are gone. So that statements
 * cumulate that differ in their values alone, and no value leaves the application. Reads it once, with the quoting rules of standard SQL and of
 * PostgreSQL's dollar quotes; what is between double quotes where a
 * value is expected is one too, else a name, which stays. Where databases differ about the end of a literal all that follows is left out.
 */
final class SqlText {
    /** What is longer is cut before it is read: descriptions are cut anyway. */
    private static final int LONGEST = 4_000;

    /** One that says nothing: so PostgreSQL's driver asks whether a connection is alive. */
    static final String EMPTY = "(an empty statement)";

    /** Stands for all that follows where nobody can tell what is a literal. */
    private static final String REST = " ...";
    private static final Set<String> CLAUSES = Set.of("select", "from", "where", "order", "group", "on", "returning");

    private final String sql;
    private final StringBuilder out;
    private int at;
    /** Behind {@code VALUES} or {@code IN}, until another clause begins. */
    private boolean inValues;

    private SqlText(String sql) {
        this.sql = start(sql);
        this.out = new StringBuilder(this.sql.length());
    }

    /** As much of a statement as is read. */
    static String start(String sql) {
        return sql.length() <= LONGEST ? sql : sql.substring(0, LONGEST);
    }

    static String of(String sql) {
        if (sql == null) {
            return "null";
        }
        return new SqlText(sql).read();
    }

    private String read() {
        while (at < sql.length()) {
            char c = sql.charAt(at);
            if (Character.isWhitespace(c)) {
                at++;
                space();
            } else if (c == '\'') {
                boolean plain = !isQuotedAnyhow() & skipQuoted('\'');
                literal();
                if (!plain) {
                    out.append(REST);
                    break;
                }
            } else if (c == '"' || c == '`') {
                int from = at;
                skipQuoted(c);
                if (c == '"' && next(0) != '.' && isValueExpected()) {
                    literal();
                } else {
                    out.append(sql, from, at);
                }
            } else if (c == '-' && next(1) == '-') {
                skipTo("\n");
                space();
            } else if (c == '/' && next(1) == '*') {
                skipTo("*/");
                space();
            } else if (c == '$' && dollarQuote()) {
                literal();
            } else if (isDigit(c) || c == '.' && isDigit(next(1))) {
                number();
                literal();
            } else if (isName(c)) {
                name();
            } else {
                out.append(c);
                at++;
            }
        }
        int end = out.length();
        while (end > 0 && (out.charAt(end - 1) == ' ' || out.charAt(end - 1) == ';')) {
            end--;
        }
        out.setLength(end);
        return end == 0 ? EMPTY : out.toString();
    }

    private void space() {
        if (out.length() > 0 && out.charAt(out.length() - 1) != ' ') {
            out.append(' ');
        }
    }

    /** A list of literals is as long as its values are: one stands for all. */
    private void literal() {
        String text = "?";
        int end = out.length();
        while (end > 0 && out.charAt(end - 1) == ' ') {
            end--;
        }
        if (end > 1 && out.charAt(end - 1) == ',') {
            int before = end - 2;
            while (before > 0 && out.charAt(before) == ' ') {
                before--;
            }
            if (out.charAt(before) == '?' && inList(before)) {
                out.setLength(before + 1);
                return;
            }
        }
        out.append(text);
    }

    /** Whether the mark stands behind {@code IN (}. */
    private boolean inList(int mark) {
        int from = mark - 1;
        while (from >= 0 && out.charAt(from) == ' ') {
            from--;
        }
        if (from < 0 || out.charAt(from) != '(') {
            return false;
        }
        int to = from;
        while (to > 0 && out.charAt(to - 1) == ' ') {
            to--;
        }
        return to >= 2 && out.substring(to - 2, to).equalsIgnoreCase("in")
                && (to == 2 || !isName(out.charAt(to - 3)));
    }

    /** Whether the end of what was quoted is certain: behind a back-slash some databases end a literal, and others do not. */
    private boolean skipQuoted(char quote) {
        boolean certain = true;
        at++;
        while (at < sql.length()) {
            if (sql.charAt(at) == quote) {
                certain &= sql.charAt(at - 1) != '\\';
                at++;
                if (at >= sql.length() || sql.charAt(at) != quote) {
                    return certain;
                }
            }
            at++;
        }
        return certain;
    }

    /** Oracle's {@code q'[it's]'}: the quote that ends it is not the next one. */
    private boolean isQuotedAnyhow() {
        int end = out.length();
        if (end == 0 || (out.charAt(end - 1) | 0x20) != 'q') {
            return false;
        }
        int before = end > 1 && (out.charAt(end - 2) | 0x20) == 'n' ? end - 2 : end - 1;
        return before == 0 || !isName(out.charAt(before - 1));
    }

    /** Whether a value stands here rather than a name: MySQL's double quotes are a literal's. */
    private boolean isValueExpected() {
        int end = out.length();
        while (end > 0 && out.charAt(end - 1) == ' ') {
            end--;
        }
        if (end == 0) {
            return false;
        }
        char before = out.charAt(end - 1);
        return before == '=' || before == '<' || before == '>' || inValues && (before == '(' || before == ',')
                || end >= 4 && out.substring(end - 4, end).equalsIgnoreCase("like");
    }

    private void skipTo(String end) {
        int found = sql.indexOf(end, at + 2);
        at = found < 0 ? sql.length() : found + end.length();
    }

    private boolean dollarQuote() {
        int tag = at + 1;
        while (tag < sql.length() && isName(sql.charAt(tag)) && sql.charAt(tag) != '$') {
            tag++;
        }
        if (tag >= sql.length() || sql.charAt(tag) != '$' || isDigit(next(1))) {
            return false;
        }
        String quote = sql.substring(at, tag + 1);
        int found = sql.indexOf(quote, tag + 1);
        at = found < 0 ? sql.length() : found + quote.length();
        return true;
    }

    private void number() {
        while (at < sql.length() && (isName(sql.charAt(at)) || sql.charAt(at) == '.'
                || (sql.charAt(at) == '-' || sql.charAt(at) == '+') && (sql.charAt(at - 1) | 0x20) == 'e')) {
            at++;
        }
    }

    private void name() {
        int from = at;
        while (at < sql.length() && isName(sql.charAt(at))) {
            at++;
        }
        out.append(sql, from, at);
        String word = sql.substring(from, at).toLowerCase(Locale.ROOT);
        inValues = word.equals("values") || word.equals("in") || inValues && !CLAUSES.contains(word);
    }

    private char next(int ahead) {
        return at + ahead < sql.length() ? sql.charAt(at + ahead) : 0;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isName(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$' || c == '#';
    }
}
