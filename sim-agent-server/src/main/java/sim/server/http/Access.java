package sim.server.http;

import java.util.LinkedHashMap;
import java.util.Map;
import sim.server.identity.Role;

/**
 * Which role each route of the HTTP interface needs, as {@link Routes} says. A route without a row there needs the highest role, and
 * {@code AccessTest} fails. The page's own files have no figures in them, and anybody may have them: they ask for the sign-in.
 */
final class Access {
    private Access() {}

    /** A method and a route's path as it is registered, and the role; null for none. */
    static Map<String, Role> rows() {
        Map<String, Role> rows = new LinkedHashMap<>();
        Routes.rows().forEach((key, route) -> rows.put(key, route.role()));
        return rows;
    }

    /** Whether anybody may call a route without saying who they are. */
    static boolean isOpen(String method, String path) {
        Route route = Routes.of(method, path);
        return route != null && route.role() == null;
    }

    /** The role a route needs that is not open. */
    static Role needed(String method, String path) {
        Route route = Routes.of(method, path);
        return route == null ? Role.ADMIN : route.role();
    }
}
