package sim.payload.common;

/** Replaces the parts of a path that look like ids by <code>{id}</code>, so that equal requests add up. */
public final class PathPattern {
    private static final String ID = "{id}";
    /** A longer part counts as an id. */
    private static final int LONGEST_WORD = 40;
    /** All parts after this many are shown as one. */
    private static final int MOST_PARTS = 12;

    private PathPattern() {}

    /** The pattern of a path; never null. */
    public static String of(String path) {
        if (path == null || path.isEmpty()) {
            return "/";
        }
        int parameters = path.indexOf(';');
        String plain = parameters < 0 ? path : path.substring(0, parameters);
        StringBuilder pattern = new StringBuilder(plain.length());
        int from = 0;
        for (int parts = 0; from <= plain.length(); parts++) {
            int slash = plain.indexOf('/', from);
            int to = slash < 0 ? plain.length() : slash;
            if (parts > MOST_PARTS) {
                return pattern.append("**").toString();
            }
            String part = plain.substring(from, to);
            pattern.append(isId(part) ? ID : part);
            if (slash >= 0) {
                pattern.append('/');
            }
            from = to + 1;
            if (slash < 0) {
                break;
            }
        }
        return pattern.toString();
    }

    /** Whether a part is a number, a UUID, a long run of hexadecimal digits, or too long to be a word. */
    private static boolean isId(String part) {
        if (part.length() > LONGEST_WORD) {
            return true;
        }
        int digits = 0;
        int hex = 0;
        int dashes = 0;
        for (int i = 0; i < part.length(); i++) {
            char c = part.charAt(i);
            digits += c >= '0' && c <= '9' ? 1 : 0;
            hex += Character.digit(c, 16) >= 0 ? 1 : 0;
            dashes += c == '-' ? 1 : 0;
        }
        return digits > 0 && (digits == part.length() || hex + dashes == part.length() && part.length() >= 8
                || 2 * digits > part.length());
    }
}
