package sim.server.http;

import io.javalin.http.Context;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import sim.metrics.snapshot.Control;
import sim.server.ingest.Ingest;
import sim.server.query.Questions;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What somebody wants of the hotspot extension, read strictly from a request's JSON, and handed to the collectors. */
final class ControlRequest {
    private static final List<String> NAMES = List.of("class", "method");
    private static final List<String> NUMBERS = List.of("threshold", "inherent");
    private static final Set<String> FIELDS = Set.of("application", "instance", "action", "class", "method",
            "threshold", "inherent");
    private static final String ACTIONS = Stream.of(Control.Action.values())
            .filter(action -> !action.isOfPayloads()).map(action -> action.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(", "));

    private static final Pattern JSON_TYPE = Pattern.compile("application/json(\\s*;\\s*charset=\"?utf-8\"?)?",
            Pattern.CASE_INSENSITIVE);

    /** Names are cut to it on the wire. */
    private static final int MOST_TEXT = 1_000;

    private final JsonNode body;

    ControlRequest(Context request) {
        String type = request.contentType();
        // a page of another site cannot send this type without asking first
        if (type == null || !JSON_TYPE.matcher(type).matches()) {
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
                throw bad(start(field), start(body.path(field).toString()),
                        "one of " + String.join(", ", new TreeSet<>(FIELDS)));
            }
        }
    }

    /** Hands it on; tells to which instances, and which have too much waiting. They act when they next ship. */
    Map<String, Object> send(Questions questions, Ingest ingest) {
        Control control = control();
        String application = text("application");
        List<String> connected = questions.instances(application, text("instance")).stream()
                .filter(ingest.connected()::contains).toList();
        if (connected.isEmpty()) {
            throw new BadParameter(404, "application", application,
                    "an application that is connected now; see /api/v1/applications");
        }
        Map<Boolean, List<String>> told = connected.stream()
                .collect(Collectors.partitioningBy(instance -> ingest.control(instance, control)));
        if (told.get(true).isEmpty()) {
            throw new BadParameter(429, "action", text("action"),
                    "fewer at a time: what waits is handed on when the application next reports");
        }
        return Map.of("instances", told.get(true), "full", told.get(false));
    }

    private Control control() {
        String action = text("action");
        for (Control.Action known : Control.Action.values()) {
            if (known.name().equalsIgnoreCase(action) && !known.isOfPayloads()) {
                for (String field : known == Control.Action.THRESHOLDS ? NAMES : NUMBERS) {
                    if (body.has(field)) {
                        throw bad(field, start(body.path(field).toString()), "not with action " + action);
                    }
                }
                if (known == Control.Action.THRESHOLDS && NUMBERS.stream().noneMatch(body::has)) {
                    throw bad("threshold", "", "a threshold, an inherent one, or both");
                }
                return new Control(known, text("class"), text("method"), number("threshold"), number("inherent"));
            }
        }
        throw bad("action", action, "one of " + ACTIONS);
    }

    private String text(String field) {
        JsonNode value = body.path(field);
        if (value.isMissingNode()) {
            return "";
        }
        if (!value.isString() || value.asString().length() > MOST_TEXT) {
            throw bad(field, start(value.toString()), "a string of at most " + MOST_TEXT + " characters");
        }
        return value.asString();
    }

    private long number(String field) {
        JsonNode value = body.path(field);
        if (value.isMissingNode()) {
            return -1;
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.asLong() < 0) {
            throw bad(field, start(value.toString()), "a whole number of the judged meter's unit, at least 0");
        }
        return value.asLong();
    }

    private static String start(String text) {
        return text.length() <= 100 ? text : text.substring(0, 100);
    }

    private static BadParameter bad(String parameter, String value, String allowed) {
        return new BadParameter(400, parameter, value, allowed);
    }
}
