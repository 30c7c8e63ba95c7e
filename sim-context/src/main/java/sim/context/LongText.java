package sim.context;

import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.Collection;
import java.util.Map;

/**
 * The beginning of a value's text. A list of a million orders is asked for the text of the few that are kept, and a text of a
 * hundred MB is not copied. Collections and maps that write themselves as the JDK's do are written so here, up to the length
 * wanted; anything else is asked for all of its text.
 */
final class LongText {
    private static final ByClass AS_THE_JDK = new ByClass();

    private LongText() {}

    /** At least {@code length} characters of the text, if it has that many. Throws what the application's code throws. */
    static String of(Object value, int length) {
        if (value instanceof String || value == null || !(value instanceof CharSequence)
                && !AS_THE_JDK.get(value.getClass())) {
            return String.valueOf(value);
        }
        StringBuilder text = new StringBuilder();
        append(value, text, length);
        return text.toString();
    }

    private static void append(Object value, StringBuilder text, int length) {
        if (text.length() > length) {
            return;
        }
        if (value instanceof CharSequence chars) {
            text.append(chars, 0, Math.min(chars.length(), length + 1));
        } else if (value == null || !AS_THE_JDK.get(value.getClass())) {
            text.append(value);
        } else if (value instanceof Collection<?> all) {
            String between = "[";
            for (Object each : all) {
                text.append(between);
                append(each == value ? "(this Collection)" : each, text, length);
                if (text.length() > length) {
                    return;
                }
                between = ", ";
            }
            text.append(between.equals("[") ? "[]" : "]");
        } else {
            String between = "{";
            for (Map.Entry<?, ?> each : ((Map<?, ?>) value).entrySet()) {
                text.append(between);
                append(each.getKey() == value ? "(this Map)" : each.getKey(), text, length);
                text.append('=');
                append(each.getValue() == value ? "(this Map)" : each.getValue(), text, length);
                if (text.length() > length) {
                    return;
                }
                between = ", ";
            }
            text.append(between.equals("{") ? "{}" : "}");
        }
    }

    /** Whether objects of a class write themselves by the JDK's {@code AbstractCollection} or {@code AbstractMap}. */
    private static final class ByClass extends ClassValue<Boolean> {
        @Override
        protected Boolean computeValue(Class<?> type) {
            try {
                Class<?> writer = type.getMethod("toString").getDeclaringClass();
                return writer == AbstractCollection.class || writer == AbstractMap.class;
            } catch (NoSuchMethodException | LinkageError unknown) {
                return false;
            }
        }
    }
}
