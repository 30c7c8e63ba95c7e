package sim.server.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import sim.server.identity.Role;

/** Makes the OpenAPI document from {@link Routes} and {@link Shapes}: there is no other list of routes, parameters or roles. */
final class OpenApi {
    private static final String ABOUT = """
            What the agent server answers over HTTP. Moments are epoch milliseconds, those whose name ends in `Micros` epoch microseconds; \
            durations are nanoseconds.

            **Refusals.** A parameter that a route does not take, or a value that it cannot have, is answered with 400 and \
            `{"parameter", "value", "allowed"}`; a name that is not known with 404 in the same shape; any other path too.

            **Pages.** A list has at most `limit` rows. If there are more, the answer ends with `next`: the same request with `cursor=` that has \
            the rows behind them, of the same range. What arrives late for a range moves rows back: of a list with the newest first some \
            may be on two pages, and none is left out.

            **Cut answers.** An answer that fails when its first 1 MB has left has the status 200. It ends well-formed, after the rows that were read, \
            with `incomplete`, `error` and `bound` as of `Error`: take it as a failed one.

            **ETag.** An answer of at most 1 MB has one. A request that names it in `If-None-Match` is answered with 304 while the \
            answer is the same but for its range.

            **Compression.** With `Accept-Encoding: gzip` answers of more than 1,500 bytes are packed.

            **Who may ask.** By default nobody is asked who they are. Once a token was made, each request needs one of the schemes of its \
            `security`, and the role that stands there. `admin` may do what `script` may, `script` what `control`, `control` what `look`. \
            A proxy that `--trust-proxy` names may say who the caller is instead. A name that a caller may not see is answered as one that does not exist.

            **HEAD** is answered as GET is, without the body. Methods other than GET, HEAD and POST answer 405.

            Fields may be added to answers in this version; none is removed or gets another meaning.""";

    private static final Map<String, String> GROUPS = Map.of("server",
            "The server itself, and which applications it knows.",
            "figures", "What calls took.", "contexts", "Flow contexts: requests, messages, jobs.", "hotspots",
            "Which names are metered, and why.", "payloads", "What payload probes recorded.", "who",
            "Who may look, and who did what.");

    static final Map<String, Object> DOCUMENT = document();

    private OpenApi() {}

    private static Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("openapi", "3.1.0");
        document.put("info", map("title", "SIM agent server", "version", "1", "description", ABOUT));
        document.put("servers", List.of(map("url", "/")));
        document.put("tags", tags());
        document.put("paths", paths());
        document.put("components", map("schemas", Shapes.read(), "securitySchemes", map(
                "token", map("type", "http", "scheme", "bearer", "description", "A token that `./sim token add` made."),
                "cookie", map("type", "apiKey", "in", "cookie", "name", "sim-session", "description",
                        "Set by `POST " + SessionRoutes.SESSION + "`; over TLS its name is `__Host-sim-session`."))));
        return document;
    }

    private static List<Object> tags() {
        return Routes.rows().values().stream().map(Route::group).distinct()
                .map(group -> (Object) map("name", group, "description", GROUPS.get(group))).toList();
    }

    private static Map<String, Object> paths() {
        Map<String, Object> paths = new LinkedHashMap<>();
        for (Route route : Routes.rows().values()) {
            if (!route.path().contains("<")) { // what answers for paths that do not exist
                @SuppressWarnings("unchecked") // as it is made here
                Map<String, Object> path = (Map<String, Object>) paths.computeIfAbsent(route.path(),
                        added -> new LinkedHashMap<>());
                path.put(route.isPost() ? "post" : "get", operation(route));
            }
        }
        return paths;
    }

    private static Map<String, Object> operation(Route route) {
        Map<String, Object> operation = new LinkedHashMap<>();
        operation.put("tags", List.of(route.group()));
        operation.put("operationId", (route.isPost() ? "post" : "get")
                + route.path().replace("/api/v1", "").replaceAll("[^A-Za-z]", "_"));
        operation.put("summary", route.says());
        operation.put("security", security(route.role()));
        List<Object> parameters = new ArrayList<>();
        for (Parameter each : route.parameters()) {
            parameters
                    .add(map("name", each.name(), "in", "query", "required", each.needed(), "description", each.says(),
                            "schema", each.schema()));
        }
        if (hasTag(route)) {
            parameters.add(map("name", "If-None-Match", "in", "header", "required", false, "description",
                    "The `ETag` of an answer that the caller has.", "schema", map("type", "string")));
        }
        operation.put("parameters", parameters);
        if (route.body() != null) {
            operation.put("requestBody", map("required", true, "content", map(Route.JSON, map("schema", body(route)))));
        }
        operation.put("responses", responses(route));
        return operation;
    }

    private static List<Object> security(Role role) {
        return role == null
                ? List.of()
                : List.of(map("token", List.of(role.label())), map("cookie", List.of(role.label())));
    }

    private static boolean hasTag(Route route) {
        return !route.isPost() && route.shape() != null;
    }

    private static Map<String, Object> body(Route route) {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (Parameter each : route.body()) {
            Map<String, Object> schema = each.schema();
            schema.put("description", each.says());
            properties.put(each.name(), schema);
        }
        Map<String, Object> body = map("type", "object", "properties", properties, "additionalProperties", false);
        List<String> required = route.body().stream().filter(Parameter::needed).map(Parameter::name).toList();
        if (!required.isEmpty()) {
            body.put("required", required);
        }
        return body;
    }

    private static Map<String, Object> responses(Route route) {
        Map<Integer, String> why = new TreeMap<>();
        why.put(400, "A parameter, a field or the request itself is not as it must be; the body names it.");
        why.put(403, route.role() == null
                ? "The request is of another site, or for another host."
                : "The caller's role may not, or the request is of another site or for another host.");
        if (route.role() != null) {
            why.put(401, "The caller did not say who they are, or the token is not good.");
            why.put(429, "Ten wrong tokens within a minute; `Retry-After` says when to ask again.");
        }
        if (route.isPost()) {
            why.put(413, "The body has more than " + (route.mostBytes() >> 10)
                    + " KB, or the answer would be too expensive.");
        }
        if (asksStore(route)) {
            why.put(404, "An application, an instance or another name is not known; the body says which.");
            why.put(413,
                    "The answer would take longer than `--query-time` (20 s), or too much memory; `bound` says which.");
            why.put(500, "The server failed; its log says why.");
            why.put(503,
                    "There was no turn within 5 s more than an answer may take, the disk has no room for what the question takes there, or a damaged part of the store was set aside just now; "
                            + "`Retry-After` says when to ask again.");
        }
        if (hasTag(route)) {
            why.put(304, "The answer is still the one that `If-None-Match` names.");
        }
        if (route.path().equals(SessionRoutes.SESSION)) {
            why.put(401, "The token is not good.");
            why.put(429, "Ten wrong tokens within a minute; `Retry-After` says when to ask again.");
        }
        why.putAll(route.answers());
        int good = isAccepted(route) ? 202 : 200;
        Map<String, Object> responses = new LinkedHashMap<>();
        responses.put(String.valueOf(good), good(route));
        why.forEach((status, text) -> responses.put(String.valueOf(status), status == 304
                ? map("description", text)
                : map("description", text, "content", map(Route.JSON, map("schema",
                        ref(status == 503 && route.path().equals("/health/ready") ? "Ready" : "Error"))))));
        return responses;
    }

    /** What is wished of an application is done when that next ships. */
    private static boolean isAccepted(Route route) {
        return route.isPost() && !route.path().startsWith(SessionRoutes.SESSION);
    }

    private static boolean asksStore(Route route) {
        return route.path().startsWith("/api/v1/") && route.role() != null && !route.role().includes(Role.SCRIPT)
                && !List.of("/api/v1/health", "/api/v1/server").contains(route.path())
                || route.path().equals(Routes.SCRIPTS) && route.isPost();
    }

    private static Map<String, Object> good(Route route) {
        Map<String, Object> content = new LinkedHashMap<>();
        if (route.path().equals("/api/v1/applications")) {
            content.put(Route.JSON, map("schema", map("oneOf", List.of(ref(route.shape()), ref("InstancesPage")))));
        } else if (route.shape() != null) {
            content.put(route.type(), map("schema", ref(route.shape())));
        } else {
            content.put(route.type(), map("schema", map("type", "string")));
            content.put("application/openmetrics-text", map("schema", map("type", "string")));
        }
        if (route.parameter("format") != null) {
            content.put("text/plain", map("schema", map("type", "string", "description", "Collapsed stacks.")));
            content.put("application/octet-stream",
                    map("schema", map("description", "A profile by pprof's schema, packed with gzip.")));
        }
        Map<String, Object> good = map("description", isAccepted(route)
                ? "Accepted: it is done later."
                : route.says(), "content", content);
        if (hasTag(route)) {
            good.put("headers", map("ETag", map("description", "The name of this content.", "schema",
                    map("type", "string"))));
        }
        return good;
    }

    private static Map<String, Object> ref(String shape) {
        return map("$ref", "#/components/schemas/" + shape);
    }

    private static Map<String, Object> map(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }
}
