package sim.base.redact;

import sim.model.text.Text;

/**
 * Finds secrets inside of texts: {@code name=value}, {@code name: value}, {@code name%3Dvalue}, {@code --name value}, {@code <name>value</name>},
 * {@code Bearer value}, {@code //user:value@host}.
 */
final class Secrets {
    private static final String ENDS = "&;, \t\r\n)\"'<>#}]";
    private static final String OPENING = "([{";
    private static final String CLOSING = ")]}";
    /** How far the begin of a tag, and the end of an element, are looked for. */
    private static final int LONGEST_TAG = 500;
    private static final int LONGEST_CONTENT = 4_000;
    /** Shorter words behind "bearer" or "basic" are words of a sentence. */
    private static final int LEAST = 8;
    private static final String[] HEADERS = {"cookie", "authorization"};
    private static final String[] SCHEMES = {"bearer ", "basic "};

    private Secrets() {}

    /** The text; the same object if there is no secret in it. */
    static String without(String text, Redaction rules) {
        StringBuilder clean = null;
        int copied = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int from = switch (c) {
                case '=', ':', '>' -> valueOf(text, i, rules);
                case '%' -> EscapedSecrets.valueOf(text, i, rules);
                case ' ' -> CommandSecrets.valueOf(text, i, rules);
                case 'B', 'b' -> schemeAt(text, i, LEAST);
                default -> -1;
            };
            if (from < 0 || text.startsWith(Rule.MARK, from)) {
                continue;
            }
            int to = switch (c) {
                case ':' -> text.startsWith("//", i + 1) || OracleSecrets.isAt(text, i)
                        ? endOfPassword(text, from)
                        : endOfValue(text, i, from);
                case '=', '>', ' ' -> endOfValue(text, i, from);
                case '%' -> EscapedSecrets.end(text, from);
                default -> end(text, from);
            };
            if (to > from) {
                clean = clean == null ? new StringBuilder(text.length()) : clean;
                clean.append(text, copied, from).append(Rule.MARK);
                copied = to;
                i = to - 1;
            }
        }
        return clean == null ? text : clean.append(text, copied, text.length()).toString();
    }

    /** Whether one of the schemes may be in a text. It looks at two characters before each space: hardly another word has both. */
    static boolean hasScheme(String text) {
        for (int space = text.indexOf(' '); space >= 0; space = text.indexOf(' ', space + 1)) {
            for (String scheme : SCHEMES) {
                int at = space + 1 - scheme.length();
                if (at >= 0 && (text.charAt(at) | ' ') == 'b'
                        && (text.charAt(space - 1) | ' ') == scheme.charAt(scheme.length() - 2)
                        && text.regionMatches(true, at, scheme, 0, scheme.length())) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Where the secret behind a name begins, or -1. */
    private static int valueOf(String text, int at, Redaction rules) {
        if (text.startsWith("://", at)) {
            return passwordOf(text, at + 3);
        }
        if (OracleSecrets.isAt(text, at)) {
            return OracleSecrets.passwordOf(text, at + 1);
        }
        if (text.charAt(at) == '>') {
            String name = elementAt(text, at);
            return name.isEmpty() || !rules.hides(name.substring(name.indexOf(':') + 1)) ? -1 : at + 1;
        }
        int end = at;
        while (end > 0 && (isAround(text.charAt(end - 1)) || CLOSING.indexOf(text.charAt(end - 1)) >= 0)) {
            end--;
        }
        int begin = end;
        while (begin > 0 && isOfName(text.charAt(begin - 1))) {
            begin--;
        }
        if (begin == end || !rules.hides(text.substring(begin, end))) {
            return -1;
        }
        int from = text.startsWith("=>", at) ? at + 2 : at + 1;
        while (from < text.length() && isAround(text.charAt(from))) {
            from++;
        }
        if (text.startsWith(Rule.MARK, from)) {
            return -1;
        }
        if (from < text.length() && OPENING.indexOf(text.charAt(from)) >= 0 && quote(text, at, from) == from) {
            return from + 1; // all of a list, or of an object
        }
        int scheme = from < text.length() && quote(text, at, from) == from ? schemeAt(text, from, 1) : -1; // Authorization: Bearer x
        return scheme < 0 ? from : scheme;
    }

    /** Where the password in {@code user:password@host} begins, or -1. Of a text that was cut the host may be missing. */
    private static int passwordOf(String text, int from) {
        int colon = -1;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '@') {
                return colon < 0 ? -1 : colon + 1;
            }
            if (c == ':' && colon < 0) {
                colon = i;
            } else if (c == '/' || c == '?' || c == '#' || c == ' ') {
                return -1;
            }
        }
        return colon < 0 || text.charAt(text.length() - 1) != Text.ELLIPSIS ? -1 : colon + 1;
    }

    /** The name of the element whose tag ends there, with its prefix; empty if none does. */
    private static String elementAt(String text, int at) {
        int begin = at;
        while (begin > 0 && at - begin < LONGEST_TAG && text.charAt(begin - 1) != '<'
                && text.charAt(begin - 1) != '>') {
            begin--;
        }
        if (begin == 0 || text.charAt(begin - 1) != '<') {
            return "";
        }
        int end = begin;
        while (end < at && (isOfName(text.charAt(end)) || text.charAt(end) == ':')) {
            end++;
        }
        return end == at || Character.isWhitespace(text.charAt(end)) && text.charAt(at - 1) != '/'
                ? text.substring(begin, end)
                : "";
    }

    /** Where the host in {@code user:password@host} begins: a password may have an @ too. */
    private static int endOfPassword(String text, int from) {
        int last = text.indexOf('@', from);
        if (last < 0) {
            return text.length(); // it was cut
        }
        for (int i = last + 1; i < text.length() && "/?#, \t\r\n\"'".indexOf(text.charAt(i)) < 0; i++) {
            last = text.charAt(i) == '@' ? i : last;
        }
        return last;
    }

    private static int schemeAt(String text, int at, int least) {
        if (at > 0 && isOfName(text.charAt(at - 1))) {
            return -1;
        }
        for (String scheme : SCHEMES) {
            if (text.regionMatches(true, at, scheme, 0, scheme.length())
                    && end(text, at + scheme.length()) - at - scheme.length() >= least) {
                return at + scheme.length();
            }
        }
        return -1;
    }

    /** Where the value behind a name ends: at its closing quote, at the end of a header's line, or at what separates it from the next. */
    private static int endOfValue(String text, int at, int from) {
        if (text.charAt(at) == '>') {
            return endOfElement(text, at, from);
        }
        if (from - 1 > at && OPENING.indexOf(text.charAt(from - 1)) >= 0) {
            return endOfBrackets(text, from);
        }
        int quote = quote(text, at, from);
        if (quote < from) {
            for (int i = from; i < text.length(); i++) {
                if (text.charAt(i) == '\\') {
                    i++;
                } else if (text.charAt(i) == text.charAt(quote)) {
                    return i;
                }
            }
            return text.length(); // it was cut
        }
        int end = end(text, from);
        if (text.charAt(at) == ':' && isHeader(text, at)) {
            while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
                end++;
            }
        }
        return end;
    }

    /** Where an element's content ends, with all elements inside; where its end is not near, or was cut, at the next tag. */
    private static int endOfElement(String text, int at, int from) {
        String end = "</" + elementAt(text, at);
        for (int i = from; i < Math.min(text.length(), from + LONGEST_CONTENT); i++) {
            if (text.charAt(i) == '<' && text.startsWith(end, i)) {
                return i;
            }
        }
        int next = text.indexOf('<', from);
        return next < 0 ? text.length() : next;
    }

    private static int endOfBrackets(String text, int from) {
        int depth = 1;
        char quote = 0;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            } else if (quote != 0 || isQuote(c)) {
                quote = quote == 0 ? c : quote == c ? 0 : quote;
            } else if (OPENING.indexOf(c) >= 0) {
                depth++;
            } else if (CLOSING.indexOf(c) >= 0 && --depth == 0) {
                return i;
            }
        }
        return text.length(); // it was cut
    }

    /** Where the quote between a separator and its value is; {@code from} if there is none. */
    private static int quote(String text, int at, int from) {
        int quote = at + 1;
        while (quote < from && !isQuote(text.charAt(quote))) {
            quote++;
        }
        return quote;
    }

    /** Whether the name in front is one of a header whose value has several parts: cookies, the parts of a digest. */
    private static boolean isHeader(String text, int at) {
        for (String header : HEADERS) {
            int begin = at - header.length();
            if (begin >= 0 && text.regionMatches(true, begin, header, 0, header.length())) {
                return true;
            }
        }
        return false;
    }

    /** What stands around names and values: quotes, and the backslashes of JSON inside of JSON. */
    private static boolean isAround(char c) {
        return isQuote(c) || c == ' ' || c == '\t' || c == '\\';
    }

    static boolean isQuote(char c) {
        return c == '"' || c == '\'';
    }

    static int end(String text, int from) {
        int to = from;
        while (to < text.length() && ENDS.indexOf(text.charAt(to)) < 0) {
            to++;
        }
        return to;
    }

    static boolean isOfName(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.';
    }
}
