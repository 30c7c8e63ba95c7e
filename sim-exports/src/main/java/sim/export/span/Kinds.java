package sim.export.span;

import io.opentelemetry.api.trace.SpanKind;
import java.util.Map;

/** Which side of a call a context is, as far as its values tell by the names of OpenTelemetry's conventions. */
final class Kinds {
    private static final String METHOD = "http.request.method";
    /** The whole address is known to who asks. */
    private static final String ADDRESS = "url.full";
    private static final String OPERATION = "messaging.operation.type";
    private static final String DATABASE = "db.system.name";

    private Kinds() {}

    static SpanKind of(Map<String, Object> values) {
        if (values.containsKey(METHOD)) {
            return values.containsKey(ADDRESS) ? SpanKind.CLIENT : SpanKind.SERVER;
        }
        Object operation = values.get(OPERATION);
        if (operation != null) {
            return switch (String.valueOf(operation)) {
                case "send", "create" -> SpanKind.PRODUCER;
                // the context of a record lasts for as long as the record is worked on
                case "receive", "process" -> SpanKind.CONSUMER;
                default -> SpanKind.CLIENT;
            };
        }
        return values.containsKey(DATABASE) ? SpanKind.CLIENT : SpanKind.INTERNAL;
    }
}
