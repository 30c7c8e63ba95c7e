package sim.server.query;

/**
 * Which work: what was done in certain contexts and in everything inside them, in whatever thread, process or application
 * that was.
 *
 * @param id the context's id, or null
 * @param key what was written into it, or null
 * @param value as text
 */
public record ContextFilter(Long id, String key, String value) {
    /** What can be asked for. */
    public static final String ALLOWED = "a context's id (16 hexadecimal digits, not all of them 0), or key:value of what was written into it, "
            + "such as order:4711";

    /** The filter of that text, or null when it is none. */
    public static ContextFilter of(String text) {
        if (text.matches("[0-9a-f]{16}")) {
            return new ContextFilter(Long.parseUnsignedLong(text, 16), null, null);
        }
        int colon = text.indexOf(':');
        return colon <= 0 ? null : new ContextFilter(null, text.substring(0, colon), text.substring(colon + 1));
    }
}
