package sim.model.jfr;

import java.util.Map;
import java.util.Objects;

/**
 * One thing a context filter asks of the context an event is in.
 *
 * @param operation what is asked
 * @param key the entry's key, for {@link Operation#KEY} and {@link Operation#ENTRY}
 * @param value null or a String, Long, Double or Boolean, for {@link Operation#ENTRY}
 */
public record Rule(Operation operation, String key, Object value) {
    /** What can be asked. */
    public enum Operation {
        /** There is an entry, whatever it is. */
        CONTEXT,
        /** There is no entry at all. */
        NO_CONTEXT,
        /** There is an entry with that key. */
        KEY,
        /** There is an entry with that key and value. */
        ENTRY
    }

    /** Whether the entries of a context, none for an event outside any, are as asked. */
    public boolean accepts(Map<String, Object> context) {
        return switch (operation) {
            case CONTEXT -> !context.isEmpty();
            case NO_CONTEXT -> context.isEmpty();
            case KEY -> context.containsKey(key);
            case ENTRY -> context.containsKey(key) && Objects.equals(context.get(key), value);
        };
    }
}
