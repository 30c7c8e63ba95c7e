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
