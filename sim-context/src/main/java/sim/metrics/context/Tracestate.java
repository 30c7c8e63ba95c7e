package sim.metrics.context;

/** The {@code tracestate} header: other tracers' own. SIM writes none and passes on what came, or nothing of it. */
final class Tracestate {
    /** What the recommendation wants passed on at least. */
    private static final int LONGEST = 512;

    private Tracestate() {}

    /** The header if it can be sent on as it is: of visible ASCII and not too long; else null. */
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
