package sim.context;

/**
 * The {@code tracestate} header, which belongs to other tracers. SIM writes none. It passes on the whole header that came, or nothing of
 * it.
 */
final class Tracestate {
    /** The number of characters that W3C wants to be passed on at least. */
    private static final int LONGEST = 512;

    private Tracestate() {}

    /** The header if it can be sent on as it is: it is visible ASCII and not too long. Otherwise null. */
    static String kept(String header) {
        if (header == null || header.isEmpty() || header.length() > LONGEST) {
            return null;
        }
        for (int i = 0; i < header.length(); i++) {
            char c = header.charAt(i);
            if ((c < ' ' || c > '~') && c != '\t') {
                return null;
            }
        }
        return header;
    }
}
