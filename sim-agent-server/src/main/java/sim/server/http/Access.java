package sim.server.http;

import java.util.LinkedHashMap;
import java.util.Map;
import sim.server.identity.Role;

/**
 * Which role each route of the HTTP interface needs: one row for each. A route without a row needs the highest role, and {@code AccessTest}
 * fails. The page's own files have no figures in them, and anybody may have them: they ask for the sign-in.
 */
final class Access {
    /** No role: anybody may call it, and is not even asked who they are. */
    private static final Role NONE = null;
    private static final Map<String, Role> ROWS = new LinkedHashMap<>();

    static {
        row("GET", "/health/live", NONE);
        row("GET", "/health/ready", NONE);
        row("GET", SessionRoutes.SESSION, NONE);
        row("POST", SessionRoutes.SESSION, NONE);
        row("POST", SessionRoutes.END, NONE);
        row("GET", SessionRoutes.AUDIT, Role.ADMIN);
        row("GET", ForgetRoutes.PATH, Role.ADMIN);
        row("POST", ForgetRoutes.PATH, Role.ADMIN);
        row("GET", "/api/v1/health", Role.LOOK);
        row("GET", "/api/v1/server", Role.LOOK);
        row("GET", "/metrics", Role.LOOK);
        row("GET", "/api/v1/applications", Role.LOOK);
        row("GET", "/api/v1/methods", Role.LOOK);
        row("GET", "/api/v1/methods/series", Role.LOOK);
        row("GET", "/api/v1/calltree", Role.LOOK);
        row("GET", "/api/v1/contexts", Role.LOOK);
        row("GET", "/api/v1/kinds", Role.LOOK);
        row("GET", "/api/v1/kinds/series", Role.LOOK);
        row("GET", "/api/v1/errors", Role.LOOK);
        row("GET", "/api/v1/compare", Role.LOOK);
        row("GET", "/api/v1/invocations", Role.LOOK);
        row("GET", "/api/v1/events", Role.LOOK);
        row("GET", "/api/v1/platform", Role.LOOK);
        row("GET", "/api/v1/hotspots", Role.LOOK);
        row("POST", "/api/v1/hotspots", Role.CONTROL);
        row("GET", "/api/v1/verdicts", Role.LOOK);
        row("GET", "/api/v1/losses", Role.LOOK);
        row("GET", "/api/v1/payloads/probes", Role.LOOK);
        row("GET", "/api/v1/payloads/hotspots", Role.LOOK);
        row("GET", "/api/v1/payloads/backtraces", Role.LOOK);
        row("GET", "/api/v1/payloads/calltree", Role.LOOK);
        row("GET", "/api/v1/payloads/events", Role.LOOK);
        row("GET", "/api/v1/payloads/objects", Role.LOOK);
        row("GET", "/api/v1/payloads/timeline", Role.LOOK);
        row("GET", "/api/v1/payloads/telemetries", Role.LOOK);
        row("POST", "/api/v1/payloads/recordings", Role.CONTROL);
        row("GET", "/api/v1/payloads/scripts", Role.SCRIPT);
        row("POST", "/api/v1/payloads/scripts", Role.SCRIPT);
        row("GET", "/api/<path>", Role.LOOK);
    }

    private Access() {}

    private static void row(String method, String path, Role role) {
        ROWS.put(method + " " + path, role);
    }

    /** The rows: a method and a route's path as it is registered, and the role; null for none. */
    static Map<String, Role> rows() {
        return ROWS;
    }

    /** Whether anybody may call a route without saying who they are. */
    static boolean isOpen(String method, String path) {
        String key = key(method, path);
        return ROWS.containsKey(key) && ROWS.get(key) == NONE;
    }

    /** The role a route needs that is not open. */
    static Role needed(String method, String path) {
        return ROWS.getOrDefault(key(method, path), Role.ADMIN);
    }

    /** HEAD is answered as GET is. */
    private static String key(String method, String path) {
        return (method.equals("HEAD") ? "GET" : method) + " " + path;
    }
}
