package sim.server.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

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
    public static final String ALLOWED = "a context's id (16 hexadecimal digits), or key:value of what was written into it, "
            + "such as order:4711";

    /** The last record of each context: the one that counts. */
    private static final String LAST = "SELECT instance, context, max(sequence) AS sequence FROM context_records "
            + "GROUP BY instance, context";

    /** The filter of that text, or null when it is none. */
    public static ContextFilter of(String text) {
        if (text.matches("[0-9a-f]{16}")) {
            return new ContextFilter(Long.parseUnsignedLong(text, 16), null, null);
        }
        int colon = text.indexOf(':');
        return colon <= 0 ? null : new ContextFilter(null, text.substring(0, colon), text.substring(colon + 1));
    }

    /** A condition on {@code column}; the parameters are {@link #arguments}. Always true for null. */
    static String on(String column, ContextFilter filter) {
        if (filter == null) {
            return "true";
        }
        String begin = filter.id != null
                ? "SELECT CAST(? AS BIGINT) AS context"
                : "SELECT v.context FROM context_values v JOIN (" + LAST
                        + ") l USING (instance, context, sequence) WHERE v.key = ? AND (v.value = ? OR (v.type = 'Double' "
                        // a reader may write 20 for what Java writes as 20.0
                        + "AND TRY_CAST(v.value AS DOUBLE) = TRY_CAST(? AS DOUBLE)))";
        // UNION, not UNION ALL: a parent that is its own descendant ends the search
        return column
                + " IN (WITH RECURSIVE links AS MATERIALIZED (SELECT DISTINCT context, parent FROM context_records),"
                + " inside(context) AS (" + begin
                + " UNION SELECT links.context FROM links JOIN inside ON links.parent = inside.context)"
                + " SELECT context FROM inside)";
    }

    static Object[] arguments(ContextFilter filter, Object... after) {
        List<Object> all = new ArrayList<>();
        if (filter != null && filter.id != null) {
            all.add(filter.id);
        } else if (filter != null) {
            all.add(filter.key);
            all.add(filter.value);
            all.add(filter.value);
        }
        all.addAll(Arrays.asList(after));
        return all.toArray();
    }
}
