package sim.payload.common;

/**
 * Replaces the parts of a path that look like ids by <code>{id}</code>, so that equal requests add up and no token is kept. Called by the rooms
 * of libraries, on the application's threads.
 */
public final class PathPattern {
    private static final String ID = "{id}";
    /** A longer part counts as an id. */
    private static final int LONGEST_WORD = 40;
    /** So long is a part at least that counts as an id because small letters, capital ones and digits alternate in it. */
    private static final int SHORTEST_TOKEN = 20;
    /** All parts after this many are shown as one. */
    private static final int MOST_PARTS = 12;
    private static final int SMALL = 1;
    private static final int CAPITAL = 2;
    private static final int DIGIT = 4;
    private static final int DASH = 8;

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

    /**
     * A path as it may be kept: without parameters behind a {@code ;}, and with <code>{id}</code> for each part that may be a token. Those are what
     * {@link #of} replaces, except numbers: an order is found by its number. The same object if nothing is to be left out.
     */
    public static String withoutTokens(String path) {
        return kept(path, false);
    }

    /** A path without parameters behind a {@code ;}, and with all its parts. */
    public static String withoutParameters(String path) {
        return kept(path, true);
    }

    private static String kept(String path, boolean isWhole) {
        StringBuilder kept = null;
        int from = 0;
        while (from <= path.length()) {
            int slash = path.indexOf('/', from);
            int to = slash < 0 ? path.length() : slash;
            int parameters = path.indexOf(';', from);
            int end = parameters < 0 || parameters > to ? to : parameters;
            boolean isToken = !isWhole && isToken(path.substring(from, end));
            if (kept == null && (isToken || end < to)) {
                kept = new StringBuilder(path.length()).append(path, 0, from);
            }
            if (kept != null) {
                kept.append(isToken ? ID : path.substring(from, end)).append(slash < 0 ? "" : "/");
            }
            from = to + 1;
        }
        return kept == null ? path : kept.toString();
    }

    private static boolean isToken(String part) {
        return isId(part) && (part.length() > LONGEST_WORD || part.chars().anyMatch(Character::isLetter));
    }

    /** Whether a part is a number, a UUID, a long run of hexadecimal digits, a random text, or too long to be a word. */
    private static boolean isId(String whole) {
        String part = withoutPadding(whole);
        if (part.length() > LONGEST_WORD || part.length() >= SHORTEST_TOKEN && isRandom(part)) {
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

    /** Base64 ends with up to two equals signs, in an address often as {@code %3D}. */
    private static String withoutPadding(String part) {
        int end = part.length();
        while (end > 0 && part.charAt(end - 1) == '=' || part.regionMatches(true, end - 3, "%3D", 0, 3)) {
            end -= part.charAt(end - 1) == '=' ? 1 : 3;
        }
        return part.substring(0, end);
    }

    /** Whether a part looks like base64url: small letters, capital ones and digits that alternate more often than in words, such as those of camelCase. */
    private static boolean isRandom(String part) {
        int sorts = 0;
        int changes = 0;
        int before = 0;
        for (int i = 0; i < part.length(); i++) {
            int sort = sort(part.charAt(i));
            if (sort == 0) {
                return false;
            }
            sorts |= sort;
            changes += i > 0 && sort != before ? 1 : 0;
            before = sort;
        }
        return (sorts & (SMALL | CAPITAL | DIGIT)) == (SMALL | CAPITAL | DIGIT) && 5 * changes >= 2 * part.length();
    }

    private static int sort(char c) {
        if (c >= 'a' && c <= 'z') {
            return SMALL;
        }
        if (c >= 'A' && c <= 'Z') {
            return CAPITAL;
        }
        return c >= '0' && c <= '9' ? DIGIT : c == '-' || c == '_' || c == '.' || c == '~' ? DASH : 0;
    }
}
