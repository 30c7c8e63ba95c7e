package sim.wire;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The texts among the values that an application has written, by key. */
final class ValueTexts {
    private ValueTexts() {}

    /** The same values with each text cleaned: see {@link Section#cleaned}. */
    static Map<String, Object> cleaned(Map<String, Object> values, UnaryOperator<String> cleaner) {
        Map<String, Object> clean = new LinkedHashMap<>();
        values.forEach((key, value) -> clean.put(key, value instanceof String text ? cleaner.apply(text) : value));
        return clean;
    }
}
