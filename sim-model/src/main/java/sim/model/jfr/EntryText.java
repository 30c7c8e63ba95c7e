package sim.model.jfr;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A context's entries as one line of text, readable and exact: {@code Key1="Value1", count=42, ratio=0.5, paid=true}. Used
 * where a recording cannot have a field for each entry. A text is quoted, a number is not, a double always has a dot, an
 * exponent or letters. {@code \} stands before {@code \ " = ,} in names and before {@code \ "} in texts.
 */
public final class EntryText {
    private EntryText() {}

    /** Adds one entry; {@code value} is null or a String, Long, Double or Boolean. */
    public static void append(StringBuilder line, String key, Object value) {
        if (line.length() > 0) {
            line.append(", ");
        }
        escape(line, key, "\\\"=,");
        line.append('=');
        if (value instanceof String) {
            line.append('"');
            escape(line, (String) value, "\\\"");
            line.append('"');
        } else {
            line.append(value);
        }
    }

    /**
     * The entries of a line.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Map<String, Object> parse(String line) {
        Map<String, Object> entries = new LinkedHashMap<>();
        int at = 0;
        while (at < line.length()) {
            StringBuilder key = new StringBuilder();
            at = unescape(line, at, '=', key);
            if (at < line.length() && line.charAt(at) == '"') {
                StringBuilder text = new StringBuilder();
                at = unescape(line, at + 1, '"', text);
                entries.put(key.toString(), text.toString());
            } else {
                int comma = line.indexOf(',', at);
                int end = comma < 0 ? line.length() : comma;
                entries.put(key.toString(), literal(line.substring(at, end)));
                at = end;
            }
            if (at < line.length()) {
                if (!line.startsWith(", ", at)) {
                    throw new IllegalArgumentException("there is no ', ' at " + at);
                }
                at += 2;
            }
        }
        return entries;
    }

    /** What a bare word means: null, true, false, a whole number or a double. */
    private static Object literal(String word) {
        switch (word) {
            case "null" :
                return null;
            case "true" :
                return true;
            case "false" :
                return false;
            default :
                if (!word.equals(word.strip())) {
                    throw new IllegalArgumentException("'" + word + "' is no value");
                }
                return word.matches("-?[0-9]+") ? (Object) Long.valueOf(word) : (Object) Double.valueOf(word);
        }
    }

    private static void escape(StringBuilder line, String text, String special) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (special.indexOf(c) >= 0) {
                line.append('\\');
            }
            line.append(c);
        }
    }

    /** Reads up to the mark, and returns where to go on behind it. */
    private static int unescape(String line, int from, char mark, StringBuilder text) {
        for (int i = from; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == mark) {
                return i + 1;
            }
            if (c == '\\' && ++i == line.length()) {
                break;
            }
            text.append(line.charAt(i));
        }
        throw new IllegalArgumentException("a '" + mark + "' is missing");
    }
}
