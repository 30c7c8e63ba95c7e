package sim.model.text;

/**
 * Makes the application's texts fit to travel: they have only whole code points. Half of a surrogate pair has no encoding, and
 * one such character would stop everything that travels with it. Every text that enters SIM goes through here once: values and
 * their keys, names, tags, exceptions' texts, threads' names, options. Any thread. A text without such characters is returned as
 * it is, and nothing is allocated.
 */
public final class Text {
    /** Marks where a text was cut. */
    public static final char ELLIPSIS = '\u2026';
    /** The most characters of the name of a thread, a host or an application. */
    public static final int LONGEST_NAME = 200;
    /** The most characters of a line about a start, with what stands before each line of SIM's. */
    public static final int LONGEST_LINE = 160 - "sim: ".length();
    /** Fewer characters of a text tell nothing. */
    private static final int FEW = 12;
    /** Stands for half of a surrogate pair. */
    private static final char REPLACEMENT = '\ufffd';

    private Text() {}

    /** The text with each lone surrogate replaced by U+FFFD; {@code "null"} for null. */
    public static String wellFormed(String text) {
        if (text == null) {
            return "null";
        }
        int lone = lone(text, 0, text.length());
        return lone < 0 ? text : replaced(text, lone);
    }

    /**
     * The same, cut to at most {@code length} characters, and at least one. An ellipsis replaces the end of a longer text,
     * between two code points. The part that is cut off is not read, so a text of megabytes costs no more than a short one.
     */
    public static String cut(String text, int length) {
        if (text == null || text.length() <= length) {
            return wellFormed(text);
        }
        int end = Math.max(0, length - 1);
        if (end > 0 && Character.isSurrogatePair(text.charAt(end - 1), text.charAt(end))) {
            end--;
        }
        return wellFormed(text.substring(0, end) + ELLIPSIS);
    }

    /** The name of a thread or a host, cut to {@value #LONGEST_NAME} characters. */
    public static String name(String text) {
        return cut(text, LONGEST_NAME);
    }

    /**
     * One of the few lines about a start of the program, without what stands before it. It fits a screen. Its end, which mostly says what is to be done, stays whole: if there is
     * no room for both, the begin is cut. Line breaks and other control characters become spaces.
     */
    public static String startLine(String begin, String end) {
        String last = cut(end, LONGEST_LINE);
        int room = LONGEST_LINE - last.length();
        return ((room == 0 ? "" : cut(begin, room)) + last).replaceAll("[\\p{Cntrl}\\x80-\\x9f\\u2028\\u2029]", " ");
    }

    /** The same with something in between of which the end says most, as of the name of a file: if there is no room for all, this goes first. */
    public static String startLine(String begin, String between, String end) {
        int room = LONGEST_LINE - begin.length() - end.length();
        int longer = between.length() - room;
        return startLine(begin + (longer <= 0 ? between : room < FEW ? "" : ELLIPSIS + between.substring(longer + 1)),
                end);
    }

    private static String replaced(String text, int first) {
        char[] chars = text.toCharArray();
        for (int at = first; at >= 0; at = lone(text, at + 1, chars.length)) {
            chars[at] = REPLACEMENT;
        }
        return new String(chars);
    }

    /** The index of the first lone surrogate from {@code from} on; -1 for none. {@code from} must not be the second half of a pair. */
    private static int lone(String text, int from, int to) {
        for (int at = from; at < to; at++) {
            char c = text.charAt(at);
            if (!Character.isSurrogate(c)) {
                continue;
            }
            if (at + 1 == to || !Character.isSurrogatePair(c, text.charAt(at + 1))) {
                return at;
            }
            at++;
        }
        return -1;
    }
}
