package sim.server.query;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Where a page of the list of instances begins: behind this one. The list goes by application and instance then, so that one which is seen
 * meanwhile changes no other's place. Immutable.
 *
 * @param instance empty for an application of which only sums are left; these stand behind the others
 */
public record Position(String application, String instance) {
    /** Before the first one. */
    public static final Position FIRST = new Position("", "");

    /** What a cursor says; null if it says nothing. */
    public static Position of(String cursor) {
        try {
            String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            int end = text.lastIndexOf('\n');
            return end < 0 ? null : new Position(text.substring(0, end), text.substring(end + 1));
        } catch (IllegalArgumentException malformed) {
            return null;
        }
    }

    String cursor() {
        return Base64.getUrlEncoder().withoutPadding()
                .encodeToString((application + '\n' + instance).getBytes(StandardCharsets.UTF_8));
    }

    /** Whether all instances stand before it, and only applications without one are left. */
    boolean isBehindInstances() {
        return instance.isEmpty() && !application.isEmpty();
    }
}
