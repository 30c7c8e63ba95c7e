package sim.jfr.reader;

import java.util.List;
import java.util.Map;

/**
 * Which events of a recording are wanted. Immutable.
 *
 * @param events names of event types, such as {@code jdk.ThreadSleep}, {@code ThreadSleep} or {@code jdk.Thread*}; if empty, all events but
 *     SIM's own are wanted
 * @param conditions conditions on the context that an event is in; all of them must hold
 * @param filtered whether to leave out what a context filter in force during the recording refuses
 */
public record Selection(List<String> events, List<Condition> conditions, boolean filtered) {
    /** Every event, except those that a recorded filter refuses. */
    public static final Selection ALL = new Selection(List.of(), List.of(), true);

    /** Copies the lists. */
    public Selection {
        events = List.copyOf(events);
        conditions = List.copyOf(conditions);
    }

    /**
     * A condition on an event's context.
     *
     * @param key the key of an entry that must be there; null if there must be no context
     * @param value the entry's value as text; null for any value
     */
    public record Condition(String key, String value) {
        /** There is no context. */
        public static final Condition NONE = new Condition(null, null);

        /** Parses {@code key} or {@code key=value}. */
        public static Condition parse(String text) {
            int at = text.indexOf('=');
            return at < 0 ? new Condition(text, null) : new Condition(text.substring(0, at), text.substring(at + 1));
        }

        boolean accepts(Map<String, Object> context) {
            if (key == null) {
                return context.isEmpty();
            }
            return context.containsKey(key) && (value == null || value.equals(String.valueOf(context.get(key))));
        }
    }

    boolean acceptsType(String type) {
        return events.isEmpty()
                ? !sim.model.jfr.EventNames.isOwn(type)
                : events.stream().anyMatch(pattern -> matches(pattern, type));
    }

    boolean acceptsContext(Map<String, Object> context) {
        for (Condition condition : conditions) {
            if (!condition.accepts(context)) {
                return false;
            }
        }
        return true;
    }

    static boolean matches(String pattern, String type) {
        return matches(pattern, 0, type) || matches(pattern, 0, type.substring(type.lastIndexOf('.') + 1));
    }

    private static boolean matches(String pattern, int at, String text) {
        int star = pattern.indexOf('*', at);
        if (star < 0) {
            return pattern.substring(at).equals(text);
        }
        String before = pattern.substring(at, star);
        if (!text.startsWith(before)) {
            return false;
        }
        for (int i = before.length(); i <= text.length(); i++) {
            if (matches(pattern, star + 1, text.substring(i))) {
                return true;
            }
        }
        return false;
    }
}
