package sim.server.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import sim.server.ingest.Ingest;
import sim.server.query.Questions;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The JSON object of a request that wants something done, read strictly: a field that is not known is refused. */
final class JsonRequest {
    private static final Pattern JSON_TYPE = Pattern.compile("application/json(\\s*;\\s*charset=\"?utf-8\"?)?",
            Pattern.CASE_INSENSITIVE);
    private static final int MOST_BYTES = 64 << 10;
    /** Names are cut to it on the wire. */
    private static final int MOST_TEXT = 1_000;

    private final JsonNode body;

    /** What a request wants of applications; the audit log notes it. */
    JsonRequest(Context request, List<String> fields) {
        this(request, fields, true);
    }

    /** What has a secret in it, or nothing. */
    static JsonRequest secret(Context request, List<String> fields) {
        return new JsonRequest(request, fields, false);
    }

    private JsonRequest(Context request, List<String> fields, boolean noted) {
        String type = request.contentType();
        // a page of another site cannot send this type without asking first
        if (type == null || !JSON_TYPE.matcher(type).matches()) {
            throw bad("Content-Type", String.valueOf(type), "application/json");
        }
        JsonNode read;
        try {
            read = JsonMapper.shared().readTree(bytes(request));
        } catch (JacksonException malformed) {
            throw bad("body", "", "a JSON object");
        }
        if (!read.isObject()) {
            throw bad("body", "", "a JSON object");
        }
        for (String field : read.propertyNames()) {
            if (!fields.contains(field)) {
                throw bad(start(field), start(read.path(field).toString()), "one of " + String.join(", ", fields));
            }
        }
        this.body = read;
        if (noted) {
            Entrance.wishes(request, read.toString());
        }
    }

    private static byte[] bytes(Context request) {
        byte[] sent;
        try {
            sent = request.bodyInputStream().readNBytes(MOST_BYTES + 1);
        } catch (IOException | RuntimeException broken) {
            throw bad("body", "", "a body that is whole");
        }
        if (sent.length > MOST_BYTES) {
            throw new BadParameter(413, "body", "", "at most " + MOST_BYTES + " bytes");
        }
        return sent;
    }

    /** A text; empty where it is left out. */
    String text(String field) {
        return text(field, MOST_TEXT);
    }

    /** A text of at most {@code most} characters; empty if the field is missing. */
    String text(String field, int most) {
        JsonNode value = body.path(field);
        if (value.isMissingNode()) {
            return "";
        }
        if (!value.isString() || value.asString().length() > most) {
            throw bad(field, "a string of at most " + most + " characters");
        }
        return value.asString();
    }

    /** A flag; false where it is left out. */
    boolean isSet(String field) {
        JsonNode value = body.path(field);
        if (!value.isMissingNode() && !value.isBoolean()) {
            throw bad(field, "true or false");
        }
        return value.asBoolean(false);
    }

    /** A whole number from 0 on; {@code absent} where it is left out. */
    long number(String field, long absent, String allowed) {
        JsonNode value = body.path(field);
        if (value.isMissingNode()) {
            return absent;
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.asLong() < 0) {
            throw bad(field, allowed);
        }
        return value.asLong();
    }

    /** A whole number of a range; {@code absent} where it is left out. */
    long number(String field, long absent, long least, long most) {
        JsonNode value = body.path(field);
        if (value.isMissingNode()) {
            return absent;
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.asLong() < least
                || value.asLong() > most) {
            throw bad(field, "a whole number from " + least + " to " + most);
        }
        return value.asLong();
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

    private static String start(String text) {
        return text.length() <= 100 ? text : text.substring(0, 100);
    }

    private static BadParameter bad(String parameter, String value, String allowed) {
        return new BadParameter(400, parameter, value, allowed);
    }
}
