package sim.model.text;

/**
 * One of the few lines about a start of the program. It fits a screen, and its end is to be read whatever comes before: mostly that says what is to be done. What a
 * class loader or an exception says of itself may have several lines; here it has one. Any thread.
 */
public final class StartLine {
    /** The most characters, with what stands before each line of SIM's. */
    public static final int LONGEST = 160 - "sim: ".length();
    /** Fewer characters of a text tell nothing. */
    private static final int FEW = 12;

    private StartLine() {}

    /** The line without what stands before it. If there is no room for both, the begin is cut. */
    public static String of(String begin, String end) {
        String last = Text.cut(end, LONGEST);
        int room = LONGEST - last.length();
        return inOneLine((room == 0 ? "" : Text.cut(begin, room)) + last);
    }

    /** The same with something in between of which the end says most, as of the name of a file: if there is no room for all, this goes first. */
    public static String of(String begin, String between, String end) {
        int room = LONGEST - begin.length() - end.length();
        int longer = between.length() - room;
        if (longer <= 0) {
            return of(begin + between, end);
        }
        return of(room < FEW ? begin : begin + Text.ELLIPSIS + between.substring(longer + 1), end);
    }

    private static String inOneLine(String text) {
        StringBuilder line = new StringBuilder(text);
        for (int i = 0; i < line.length(); i++) {
            char each = line.charAt(i);
            if (Character.isISOControl(each) || each == '\u2028' || each == '\u2029') {
                line.setCharAt(i, ' ');
            }
        }
        return line.toString();
    }
}
