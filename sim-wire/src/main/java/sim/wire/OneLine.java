package sim.wire;

/** Turns a text of a peer into one short line of printable characters, for a log. Any thread. */
public final class OneLine {
    private OneLine() {}

    /** The first {@code length} characters. Control characters, formatting characters and unpaired surrogates become question marks. */
    public static String of(String text, int length) {
        StringBuilder line = new StringBuilder(Math.min(text.length(), length));
        for (int i = 0; i < text.length();) {
            int point = text.codePointAt(i);
            i += Character.charCount(point);
            if (line.length() + Character.charCount(point) > length) {
                line.setLength(Math.min(line.length(), length - 1));
                return line.append('\u2026').toString();
            }
            line.appendCodePoint(isPrintable(point) ? point : '?');
        }
        return line.toString();
    }

    /** Whether a text has a control character or a line break. Formatting characters, which some languages need, are none. */
    public static boolean hasControl(String text) {
        return text.chars().anyMatch(each -> Character.isISOControl(each)
                || Character.getType(each) == Character.LINE_SEPARATOR
                || Character.getType(each) == Character.PARAGRAPH_SEPARATOR);
    }

    private static boolean isPrintable(int point) {
        switch (Character.getType(point)) {
            case Character.CONTROL :
            case Character.FORMAT :
            case Character.LINE_SEPARATOR :
            case Character.PARAGRAPH_SEPARATOR :
            case Character.SURROGATE :
            case Character.PRIVATE_USE :
            case Character.UNASSIGNED :
                return false;
            default :
                return true;
        }
    }
}
