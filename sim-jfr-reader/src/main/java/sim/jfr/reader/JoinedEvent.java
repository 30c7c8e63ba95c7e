package sim.jfr.reader;

import java.util.Map;
import java.util.function.Function;
import jdk.jfr.consumer.RecordedEvent;

/**
 * An event and the context it is in. {@link #text()} and {@link #values()} say what is in the event; where a damaged file
 * makes the JDK's own methods throw anything, these end the pass with a {@link RecordingException}.
 *
 * @param event as the JDK reads it
 * @param context values (null, String, Long, Double or Boolean) by key, the outermost scope's first; empty: none
 */
public record JoinedEvent(RecordedEvent event, Map<String, Object> context) {
    /** As {@code jfr print} shows it, with the context as a last field; some lines, and an empty one. */
    public String text() {
        String text = sound(event -> event.toString()).stripTrailing();
        if (context.isEmpty() || !text.endsWith("}")) {
            return text + "\n\n";
        }
        StringBuilder all = new StringBuilder(text.length() + 64);
        all.append(text, 0, text.length() - 1).append("  context = [\n");
        for (Map.Entry<String, Object> entry : context.entrySet()) {
            all.append("    ").append(entry.getKey()).append(" -> ").append(entry.getValue()).append(",\n");
        }
        return all.append("  ]\n}\n\n").toString();
    }

    /**
     * The fields' values by name, for JSON: null, String, Number, Boolean, List or Map. Times are ISO 8601 in UTC,
     * durations {@code PT0.001S}, threads, classes, methods and frames have their names instead of all of their parts.
     */
    public Map<String, Object> values() {
        return sound(EventValues::of);
    }

    private <T> T sound(Function<RecordedEvent, T> look) {
        try {
            return look.apply(event);
        } catch (RuntimeException | InternalError | StackOverflowError | AssertionError damaged) {
            throw new Damaged("an event of type " + event.getEventType().getName() + " is damaged: " + damaged);
        }
    }
}
