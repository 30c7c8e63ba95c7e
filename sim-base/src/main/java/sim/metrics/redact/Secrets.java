package sim.metrics.redact;

/** Finds secrets inside of texts: {@code name=value}, {@code name: value}, {@code Bearer value}, {@code //user:value@host}. */
final class Secrets {
    private static final String ENDS = "&;, \t\r\n)\"'<>#}]";
    /** Shorter words behind "bearer" or "basic" are words of a sentence. */
    private static final int LEAST = 8;
    private static final String[] SCHEMES = {"bearer ", "basic "};

    private Secrets() {}

    /** The text; the same object if there is no secret in it. */
    static String without(String text, Redaction rules) {
        StringBuilder clean = null;
        int copied = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int from = c == '=' || c == ':'
                    ? valueOf(text, i, rules)
                    : c == 'B' || c == 'b' ? schemeAt(text, i, LEAST) : -1;
            if (from < 0) {
                continue;
            }
            int to = c == ':' && text.startsWith("//", i + 1) ? text.indexOf('@', from) : end(text, from);
            if (to > from) {
                clean = clean == null ? new StringBuilder(text.length()) : clean;
                clean.append(text, copied, from).append(Rule.MARK);
                copied = to;
                i = to - 1;
            }
        }
        return clean == null ? text : clean.append(text, copied, text.length()).toString();
    }

    /** Where the secret behind a name begins, or -1. */
    private static int valueOf(String text, int at, Redaction rules) {
        if (text.startsWith("://", at)) {
            return passwordOf(text, at + 3);
        }
        int end = at;
        while (end > 0
                && (text.charAt(end - 1) == '"' || text.charAt(end - 1) == '\'' || text.charAt(end - 1) == ' ')) {
            end--;
        }
        int begin = end;
        while (begin > 0 && isOfName(text.charAt(begin - 1))) {
            begin--;
        }
        if (begin == end || !rules.hides(text.substring(begin, end))) {
            return -1;
        }
        int from = at + 1;
        while (from < text.length()
                && (text.charAt(from) == ' ' || text.charAt(from) == '"' || text.charAt(from) == '\'')) {
            from++;
        }
        int scheme = from < text.length() ? schemeAt(text, from, 1) : -1; // Authorization: Bearer x
        return scheme < 0 ? from : scheme;
    }

    /** Where the password in {@code user:password@host} begins, or -1. */
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
        return -1;
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

    private static int end(String text, int from) {
        int to = from;
        while (to < text.length() && ENDS.indexOf(text.charAt(to)) < 0) {
            to++;
        }
        return to;
    }

    private static boolean isOfName(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.';
    }
}
