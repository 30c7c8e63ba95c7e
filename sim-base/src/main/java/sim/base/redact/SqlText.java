package sim.base.redact;

import java.util.Locale;
import java.util.Set;

/**
 * Turns a statement into the description of its payload: each literal becomes {@code ?}, white space becomes one space, comments are
 * dropped. Statements that differ only in their values then have one description, and no value leaves the application. Reads the statement
 * once, by the quoting rules of standard SQL and of PostgreSQL's dollar quotes. Text in double quotes is a literal where a value is
 * expected; elsewhere it is a name and stays. Where databases disagree about the end of a literal, everything after it is left out.
 */
public final class SqlText {
    /** Characters that are read. The rest of a longer statement is dropped first, because descriptions are cut anyway. */
    private static final int LONGEST = 4_000;

    /** Describes an empty statement. PostgreSQL's driver sends one to ask whether a connection is alive. */
    public static final String EMPTY = "(an empty statement)";

    /** Replaces everything after a literal whose end is uncertain. */
    private static final String REST = " ...";
    private static final Set<String> CLAUSES = Set.of("select", "from", "where", "order", "group", "on", "returning");

    private final String sql;
    private final StringBuilder out;
    private int at;
    /** Whether the text so far ends after {@code VALUES} or {@code IN}, and no other clause has begun since. */
    private boolean inValues;

    private SqlText(String sql) {
        this.sql = start(sql);
        this.out = new StringBuilder(this.sql.length());
    }

    /** The part of a statement that is read. */
    public static String start(String sql) {
        return sql.length() <= LONGEST ? sql : sql.substring(0, LONGEST);
    }

    /** The description of a statement. */
    public static String of(String sql) {
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

    /** Writes a literal. One mark stands for all literals of a list, so that the list's length does not matter. */
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

    /** Whether the mark follows {@code IN (}. */
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

    /** Skips what is quoted. Returns whether its end is certain: databases disagree whether a backslash escapes the quote after it. */
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

    /** Whether the quote begins a literal such as Oracle's {@code q'[it's]'}, which does not end at the next quote. */
    private boolean isQuotedAnyhow() {
        int end = out.length();
        if (end == 0 || (out.charAt(end - 1) | 0x20) != 'q') {
            return false;
        }
        int before = end > 1 && (out.charAt(end - 2) | 0x20) == 'n' ? end - 2 : end - 1;
        return before == 0 || !isName(out.charAt(before - 1));
    }

    /** Whether a value is expected here rather than a name. MySQL has literals in double quotes. */
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
