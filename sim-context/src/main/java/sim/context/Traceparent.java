package sim.context;

/**
 * The {@code traceparent} header of W3C Trace Context, level 1: version, trace id, parent id, flags.
 *
 * <pre>
 *  00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
 *  0  3                                36               53    55 characters
 * </pre>
 *
 * Strict: lower-case digits alone, no id of zeros, version ff refused, version 00 exactly this long; what a later version
 * appends behind another '-' is ignored, as the recommendation says. A context's id is the parent id. Any thread; nothing
 * is thrown, nothing but the result allocated.
 */
final class Traceparent {
    private static final int LENGTH = 55;

    private Traceparent() {}

    /** The trace that a header names; null if the header is not valid. */
    static Trace trace(String header, String tracestate) {
        int at = begin(header);
        int end = end(header);
        return at >= 0 && isValid(header, at, end)
                ? new Trace(Hex.parse(header, at + 3, at + 19), Hex.parse(header, at + 19, at + 35),
                        (int) Hex.parse(header, at + 53, at + 55) & Trace.SAMPLED, Tracestate.kept(tracestate))
                : null;
    }

    /** The sender's id. Only for a header that {@link #trace} has found valid. */
    static long parentId(String header) {
        int at = begin(header);
        return Hex.parse(header, at + 36, at + 52);
    }

    static String format(Trace trace, long contextId) {
        StringBuilder header = new StringBuilder(LENGTH).append("00-");
        Hex.append(header, trace.high(), 16);
        Hex.append(header, trace.low(), 16);
        header.append('-');
        Hex.append(header, contextId, 16);
        header.append('-');
        Hex.append(header, trace.flags(), 2);
        return header.toString();
    }

    private static boolean isValid(String header, int at, int end) {
        int length = end - at;
        if (length < LENGTH || !Hex.is(header, at, at + 2) || header.charAt(at + 2) != '-'
                || header.charAt(at + 35) != '-' || header.charAt(at + 52) != '-') {
            return false;
        }
        long version = Hex.parse(header, at, at + 2);
        if (version == 0xff || length > LENGTH && (version == 0 || header.charAt(at + LENGTH) != '-')) {
            return false;
        }
        return Hex.is(header, at + 3, at + 35) && Hex.is(header, at + 36, at + 52) && Hex.is(header, at + 53, at + 55)
                && (Hex.parse(header, at + 3, at + 19) | Hex.parse(header, at + 19, at + 35)) != 0
                && Hex.parse(header, at + 36, at + 52) != 0;
    }

    /** The position after the blanks that HTTP allows before a value; -1 without a header. */
    private static int begin(String header) {
        int at = 0;
        while (header != null && at < header.length() && isBlank(header.charAt(at))) {
            at++;
        }
        return header == null ? -1 : at;
    }

    private static int end(String header) {
        int end = header == null ? 0 : header.length();
        while (end > 0 && isBlank(header.charAt(end - 1))) {
            end--;
        }
        return end;
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }
}
