package sim.jfr.reader;

import java.util.Map;

/** An event as {@code jfr print} shows it, with its context as a last field. */
public final class EventText {
    private EventText() {}

    /** Some lines, and an empty one. */
    public static String of(JoinedEvent joined) {
        String event = joined.event().toString().stripTrailing();
        if (joined.context().isEmpty() || !event.endsWith("}")) {
            return event + "\n\n";
        }
        StringBuilder text = new StringBuilder(event.length() + 64);
        text.append(event, 0, event.length() - 1).append("  context = [\n");
        for (Map.Entry<String, Object> entry : joined.context().entrySet()) {
            text.append("    ").append(entry.getKey()).append(" -> ").append(entry.getValue()).append(",\n");
        }
        return text.append("  ]\n}\n\n").toString();
    }
}
