package sim.server.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import sim.server.ingest.Ingest;
import sim.server.query.Questions;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;

/** The JSON object of a request that wants something done, read strictly: a field that is not known is refused. */
final class JsonRequest {
    private static final Pattern JSON_TYPE = Pattern.compile("application/json(\\s*;\\s*charset=\"?utf-8\"?)?",
            Pattern.CASE_INSENSITIVE);
    /** Of two fields of one name somebody means one. */
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY).build();

    private final Route route;
    private final JsonNode body;

    /** What a request wants of applications; the audit log notes it. */
    JsonRequest(Context request) {
        this(request, true);
    }

    /** What has a secret in it, or nothing. */
    static JsonRequest secret(Context request) {
        return new JsonRequest(request, false);
    }

    private JsonRequest(Context request, boolean noted) {
        String type = request.contentType();
        // a page of another site cannot send this type without asking first
        if (type == null || !JSON_TYPE.matcher(type).matches()) {
            throw bad("Content-Type", String.valueOf(type), "application/json");
        }
        this.route = Routes.of(request);
        JsonNode read;
        try {
            read = STRICT.readTree(bytes(request, route.mostBytes()));
        } catch (MismatchedInputException twice) {
            throw bad("body", "", "one JSON object that gives each field once");
        } catch (JacksonException malformed) {
            throw bad("body", "", "a JSON object");
        }
        if (!read.isObject()) {
            throw bad("body", "", "a JSON object");
        }
        check(read);
        this.body = read;
        if (noted) {
            Entrance.wishes(request, read.toString());
        }
    }

    private void check(JsonNode read) {
        for (String name : read.propertyNames()) {
            Parameter field = route.field(name);
            if (field == null) {
                throw bad(start(name), start(read.path(name).toString()), route.body().isEmpty()
                        ? "an object without a field"
                        : "one of " + route.body().stream().map(Parameter::name).collect(Collectors.joining(", ")));
            }
            field.check(read.path(name));
        }
        for (Parameter field : route.body()) {
            if (field.needed() && !read.has(field.name())) {
                throw field.bad("");
            }
        }
    }

    private static byte[] bytes(Context request, int most) {
        byte[] sent;
        try {
            sent = request.bodyInputStream().readNBytes(most + 1);
        } catch (IOException | RuntimeException broken) {
            throw bad("body", "", "a body that is whole");
        }
        if (sent.length > most) {
            throw new BadParameter(413, "body", "", "at most " + most + " bytes");
        }
        return sent;
    }

    /** A text; empty where it is left out. */
    String text(String field) {
        return body.path(field).asString("");
    }

    /** One of the values of a field, as it is declared; empty where it is left out. */
    String choice(String field) {
        return text(field).toLowerCase(Locale.ROOT);
    }

    /** A flag; false where it is left out. */
    boolean isSet(String field) {
        return body.path(field).asBoolean(false);
    }

    /** A whole number; {@code absent} where it is left out. */
    long number(String field, long absent) {
        return has(field) ? body.path(field).asLong() : absent;
    }

    /** The instances that are meant by {@code application} and {@code instance}, which must be connected. */
    List<String> connected(Questions questions, Ingest ingest) {
        String application = text("application");
        String instance = text("instance");
        Set<String> connected = ingest.connected();
        List<String> meant = questions.instances(application, instance).stream().filter(connected::contains).toList();
        if (!meant.isEmpty()) {
            return meant;
        }
        boolean others = !instance.isEmpty()
                && questions.instances(application, "").stream().anyMatch(connected::contains);
        throw new BadParameter(404, others ? "instance" : "application", others ? instance : application,
                "an " + (others ? "instance of it" : "application")
                        + " that is connected now; see /api/v1/applications");
    }

    boolean has(String field) {
        return body.has(field);
    }

    /** What to answer where a field's value cannot be taken. */
    BadParameter bad(String field, String allowed) {
        JsonNode value = body.path(field);
        return bad(field, value.isMissingNode() ? "" : start(value.isString() ? value.asString() : value.toString()),
                allowed);
    }

    static String start(String text) {
        return text.length() <= 100 ? text : text.substring(0, 100);
    }

    private static BadParameter bad(String parameter, String value, String allowed) {
        return new BadParameter(400, parameter, value, allowed);
    }
}
