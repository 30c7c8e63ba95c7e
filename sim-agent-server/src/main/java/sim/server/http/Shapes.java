package sim.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What answers look like, as JSON schemas: reads {@code shapes.txt}, whose head says how it is written. */
final class Shapes {
    /** A JSON type, its bounds, and the unit that a reader is told. */
    private record Plain(String type, String format, Long least, String pattern, String unit) {}

    private static final Map<String, Plain> PLAIN = Map.ofEntries(
            Map.entry("text", new Plain("string", null, null, null, null)),
            Map.entry("flag", new Plain("boolean", null, null, null, null)),
            Map.entry("count", new Plain("integer", "int64", 0L, null, null)),
            Map.entry("whole", new Plain("integer", "int64", null, null, null)),
            Map.entry("number", new Plain("number", "double", null, null, null)),
            Map.entry("id", new Plain("string", null, null, "^[0-9a-f]{16}$", null)),
            Map.entry("trace", new Plain("string", null, null, "^[0-9a-f]{32}$", null)),
            Map.entry("millis", new Plain("integer", "int64", null, null, "Epoch milliseconds.")),
            Map.entry("micros", new Plain("integer", "int64", null, null, "Epoch microseconds.")),
            Map.entry("nanos", new Plain("integer", "int64", null, null, "Nanoseconds.")),
            Map.entry("bytes", new Plain("integer", "int64", 0L, null, "Bytes.")));

    private final Map<String, Map<String, Object>> schemas = new LinkedHashMap<>();
    private Map<String, Object> properties;
    private List<String> required;

    private Shapes() {}

    /** The schemas by name. */
    static Map<String, Map<String, Object>> read() {
        try (InputStream in = Shapes.class.getResourceAsStream("shapes.txt")) {
            Shapes shapes = new Shapes();
            new String(in.readAllBytes(), StandardCharsets.UTF_8).lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#")).forEach(shapes::line);
            shapes.schemas.keySet().removeIf(name -> Character.isLowerCase(name.charAt(0)));
            return shapes.schemas;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private void line(String line) {
        if (line.startsWith("  +")) {
            include(line.substring(3));
        } else if (line.startsWith("  ")) {
            field(line.strip().split(" ", 3));
        } else if (line.contains(" = ")) {
            String[] words = line.split(" = | ", 3);
            schemas.put(words[0], said(type(words[1]), words[2]));
        } else {
            begin(line.substring(0, line.indexOf(':')), line.substring(line.indexOf(':') + 2));
        }
    }

    private void begin(String name, String says) {
        properties = new LinkedHashMap<>();
        required = new ArrayList<>();
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("description", says);
        schema.put("properties", properties);
        schema.put("required", required);
        schemas.put(name, schema);
    }

    @SuppressWarnings("unchecked") // as begin made it
    private void include(String other) {
        Map<String, Object> schema = schemas.get(other);
        properties.putAll((Map<String, Object>) schema.get("properties"));
        required.addAll((List<String>) schema.get("required"));
    }

    private void field(String[] words) {
        boolean may = words[0].endsWith("?");
        String name = may ? words[0].substring(0, words[0].length() - 1) : words[0];
        properties.put(name, said(type(words[1]), words[2]));
        if (!may) {
            required.add(name);
        }
    }

    private static Map<String, Object> said(Map<String, Object> schema, String says) {
        schema.merge("description", says, (unit, text) -> text + " " + unit);
        return schema;
    }

    private static Map<String, Object> type(String written) {
        if (written.endsWith("?")) {
            return orNull(type(written.substring(0, written.length() - 1)));
        }
        Map<String, Object> schema = new LinkedHashMap<>();
        String inside = written.substring(1, Math.max(1, written.length() - 1));
        if (written.startsWith("[")) {
            schema.put("type", "array");
            schema.put("items", type(inside));
        } else if (written.startsWith("{")) {
            schema.put("type", "object");
            schema.put("additionalProperties", type(inside));
        } else if (PLAIN.containsKey(written)) {
            plain(PLAIN.get(written), schema);
        } else if (Character.isUpperCase(written.charAt(0))) {
            schema.put("$ref", "#/components/schemas/" + written);
        } else if (!written.equals("any")) {
            schema.put("type", "string");
            schema.put("enum", List.of(written.split("\\|")));
        }
        return schema;
    }

    private static void plain(Plain plain, Map<String, Object> schema) {
        schema.put("type", plain.type);
        if (plain.format != null) {
            schema.put("format", plain.format);
        }
        if (plain.least != null) {
            schema.put("minimum", plain.least);
        }
        if (plain.pattern != null) {
            schema.put("pattern", plain.pattern);
        }
        if (plain.unit != null) {
            schema.put("description", plain.unit);
        }
    }

    private static Map<String, Object> orNull(Map<String, Object> schema) {
        if (schema.containsKey("type")) {
            schema.put("type", List.of(schema.get("type"), "null"));
            return schema;
        }
        Map<String, Object> either = new LinkedHashMap<>();
        either.put("anyOf", List.of(schema, Map.of("type", "null")));
        return either;
    }
}
