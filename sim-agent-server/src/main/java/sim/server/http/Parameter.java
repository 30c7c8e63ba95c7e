package sim.server.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * What a request may give: a parameter of its query, or a field of its body. What is declared here is what values are checked against,
 * and what the OpenAPI document says. Immutable.
 *
 * @param says     what it is for, in one sentence
 * @param allowed  what a refusal says may be given
 * @param least    of a number; of a text the fewest characters
 * @param most     of a number; of a text the most characters
 * @param values   what a choice may be; in any case
 * @param pattern  what a text looks like, or null
 * @param fallback what counts where it is left out, or null for nothing
 * @param needed   whether it must be given
 */
record Parameter(String name, Kind kind, String says, String allowed, long least, long most, List<String> values,
        Pattern pattern, Object fallback, boolean needed) {
    enum Kind {
        NUMBER,
        FLAG,
        CHOICE,
        TEXT
    }

    /** Of a text in a query; a server takes no longer request line anyway. */
    private static final int LONGEST = 8_000;

    static Parameter number(String name, long least, long most, String says) {
        return new Parameter(name, Kind.NUMBER, says, "a whole number from " + least + " to " + most, least, most,
                List.of(), null, null, false);
    }

    static Parameter flag(String name, String says) {
        return new Parameter(name, Kind.FLAG, says, "true or false", 0, 0, List.of(), null, null, false);
    }

    static Parameter choice(String name, String says, List<String> values) {
        int last = values.size() - 1;
        return new Parameter(name, Kind.CHOICE, says,
                String.join(", ", values.subList(0, last)) + " or " + values.get(last), 0, 0, values, null, null,
                false);
    }

    static Parameter text(String name, String says) {
        return new Parameter(name, Kind.TEXT, says, "a string", 0, LONGEST, List.of(), null, null, false);
    }

    /** A text of a body, of at most so many characters. */
    static Parameter text(String name, int most, String says) {
        return new Parameter(name, Kind.TEXT, says, "a string of at most " + most + " characters", 0, most, List.of(),
                null, null, false);
    }

    static Parameter like(String name, String pattern, String allowed, String says) {
        return new Parameter(name, Kind.TEXT, says, allowed, 0, LONGEST, List.of(), Pattern.compile(pattern), null,
                false);
    }

    /** The same with what counts where it is left out. */
    Parameter or(Object other) {
        return new Parameter(name, kind, says, allowed, least, most, values, pattern, other, needed);
    }

    /** The same, described otherwise to whoever gives another value. */
    Parameter allowing(String rule) {
        return new Parameter(name, kind, says, rule, least, most, values, pattern, fallback, needed);
    }

    /** The same that must be given, and not empty. */
    Parameter must(String rule) {
        return new Parameter(name, kind, says, rule, kind == Kind.NUMBER ? least : 1, most, values, pattern, fallback,
                true);
    }

    /** The same text of which the empty one is a value. */
    Parameter orEmpty() {
        return new Parameter(name, kind, says, allowed, 0, most, values, pattern, fallback, needed);
    }

    /** Refuses a value of a query that it cannot have. An empty text counts as left out, unless it is a value. */
    void check(String value) {
        boolean good = switch (kind) {
            case NUMBER -> isNumber(value);
            case FLAG -> value.isEmpty() || value.equals("true") || value.equals("false");
            case CHOICE -> value.isEmpty() || values.stream().anyMatch(value::equalsIgnoreCase);
            case TEXT -> isText(value);
        };
        if (!good || needed && value.isEmpty() && least > 0) {
            throw bad(value);
        }
    }

    /** The same of a body's field. */
    void check(JsonNode value) {
        boolean good = switch (kind) {
            case NUMBER -> value.isIntegralNumber() && value.canConvertToLong() && value.asLong() >= least
                    && value.asLong() <= most;
            case FLAG -> value.isBoolean();
            case CHOICE -> value.isString() && values.stream().anyMatch(value.asString()::equalsIgnoreCase);
            case TEXT -> value.isString() && isText(value.asString());
        };
        if (!good) {
            throw bad(value.isString() ? value.asString() : value.toString());
        }
    }

    private boolean isNumber(String value) {
        try {
            long number = Long.parseLong(value);
            return number >= least && number <= most;
        } catch (NumberFormatException malformed) {
            return false;
        }
    }

    private boolean isText(String value) {
        return value.length() <= most
                && (pattern == null || value.isEmpty() && fallback == null || pattern.matcher(value).matches());
    }

    BadParameter bad(String value) {
        return new BadParameter(400, name, JsonRequest.start(value), allowed);
    }

    /** What it may be, as a JSON schema. */
    Map<String, Object> schema() {
        Map<String, Object> schema = new LinkedHashMap<>();
        switch (kind) {
            case NUMBER -> {
                schema.put("type", "integer");
                schema.put("format", "int64");
                schema.put("minimum", least);
                schema.put("maximum", most);
            }
            case FLAG -> schema.put("type", "boolean");
            case CHOICE -> {
                schema.put("type", "string");
                schema.put("enum", values);
            }
            case TEXT -> {
                schema.put("type", "string");
                if (pattern != null) {
                    schema.put("pattern", "^(" + pattern.pattern() + ")$");
                }
                if (most < LONGEST) {
                    schema.put("maxLength", most);
                }
            }
        }
        if (fallback != null) {
            schema.put("default", fallback);
        }
        return schema;
    }
}
