package sim.server.http;

import io.javalin.http.Context;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import sim.metrics.snapshot.Control;
import sim.server.ingest.Ingest;
import sim.server.query.Queries;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What somebody wants of the hotspot extension, read strictly from a request's JSON, and handed to the collectors. */
final class ControlRequest {
    private static final Set<String> FIELDS = Set.of("application", "instance", "action", "class", "method",
            "threshold",
            "inherent");
    private static final String ACTIONS = Stream.of(Control.Action.values())
            .map(action -> action.name().toLowerCase(Locale.ROOT)).collect(Collectors.joining(", "));

    private final JsonNode body;

    ControlRequest(Context request) {
        String type = request.contentType();
        // a page of another site cannot send this type without asking first
        if (type == null || !type.startsWith("application/json")) {
            throw bad("Content-Type", String.valueOf(type), "application/json");
        }
        try {
            body = JsonMapper.shared().readTree(request.body());
        } catch (JacksonException malformed) {
            throw bad("body", "", "a JSON object");
        }
        if (!body.isObject()) {
            throw bad("body", "", "a JSON object");
        }
        for (String field : body.propertyNames()) {
            if (!FIELDS.contains(field)) {
                throw bad(field, body.path(field).asString(),
                        "one of " + String.join(", ", new java.util.TreeSet<>(FIELDS)));
            }
        }
    }

    /** Hands it on; tells to which instances. They act on it when they next ship, within an interval. */
    Map<String, Object> send(Queries queries, Ingest ingest) {
        Control control = control();
        String application = text("application");
        List<String> connected = queries.instances(application, text("instance")).stream()
                .filter(ingest.connected()::contains).toList();
        if (connected.isEmpty()) {
            throw new BadParameter(404, "application", application,
                    "an application that is connected now; see /api/v1/applications");
        }
        connected.forEach(instance -> ingest.control(instance, control));
        return Map.of("instances", connected);
    }

    private Control control() {
        String action = text("action");
        for (Control.Action known : Control.Action.values()) {
            if (known.name().equalsIgnoreCase(action)) {
                boolean thresholds = known == Control.Action.THRESHOLDS;
                return new Control(known, thresholds ? "" : text("class"), thresholds ? "" : text("method"),
                        number("threshold"), number("inherent"));
            }
        }
        throw bad("action", action, "one of " + ACTIONS);
    }

    private String text(String field) {
        JsonNode value = body.path(field);
        if (!value.isMissingNode() && !value.isString()) {
            throw bad(field, value.toString(), "a string");
        }
        return value.isMissingNode() ? "" : value.asString();
    }

    private long number(String field) {
        JsonNode value = body.path(field);
        if (value.isMissingNode()) {
            return -1;
        }
        if (!value.isIntegralNumber() || value.asLong() < 0) {
            throw bad(field, value.toString(), "a whole number of the judged meter's unit, at least 0");
        }
        return value.asLong();
    }

    private static BadParameter bad(String parameter, String value, String allowed) {
        return new BadParameter(400, parameter, value, allowed);
    }
}
