package sim.jfr.reader;

import java.util.Map;
import java.util.function.Function;
import jdk.jfr.consumer.RecordedEvent;

/**
 * An event and the context it is in. In a damaged file the JDK's own methods may throw anything; {@link #text()} and {@link #values()} then
 * end the pass with a {@link RecordingException}.
 *
 * @param event as the JDK reads it
 * @param context values (null, String, Long, Double or Boolean) by key, those of the outermost scope first; empty for none
 */
public record JoinedEvent(RecordedEvent event, Map<String, Object> context) {
    /** The event as {@code jfr print} shows it, with the context as its last field: several lines, the last one empty. */
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
     * The values of the fields by name, for JSON: null, String, Number, Boolean, List or Map. Times are ISO 8601 in UTC, durations are such
     * as {@code PT0.001S}. A thread, class, method or frame is its name.
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
