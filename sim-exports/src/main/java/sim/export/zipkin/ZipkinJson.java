package sim.export.zipkin;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.JsonGenerator;

/**
 * A span as Zipkin's second version writes it. Zipkin's tags are texts. It knows no links; that of a hand-over leads to the span around it,
 * which is its parent.
 */
final class ZipkinJson {
    private static final AttributeKey<String> SERVICE = AttributeKey.stringKey("service.name");
    private static final AttributeKey<String> INSTANCE = AttributeKey.stringKey("service.instance.id");
    private static final AttributeKey<String> VERSION = AttributeKey.stringKey("service.version");
    private static final AttributeKey<String> TYPE = AttributeKey.stringKey("error.type");
    private static final AttributeKey<String> EXCEPTION = AttributeKey.stringKey("exception.type");
    private static final AttributeKey<String> MESSAGE = AttributeKey.stringKey("exception.message");

    private ZipkinJson() {}

    static void write(SpanData span, JsonGenerator json) {
        long start = TimeUnit.NANOSECONDS.toMicros(span.getStartEpochNanos());
        json.writeStartObject();
        json.writeStringProperty("traceId", span.getTraceId());
        json.writeStringProperty("id", span.getSpanId());
        if (span.getParentSpanContext().isValid()) {
            json.writeStringProperty("parentId", span.getParentSpanId());
        }
        json.writeStringProperty("name", span.getName());
        if (span.getKind() != SpanKind.INTERNAL) { // Zipkin has no word for this one
            json.writeStringProperty("kind", span.getKind().name());
        }
        json.writeNumberProperty("timestamp", start);
        // a span without a duration counts as one that has not ended
        json.writeNumberProperty("duration",
                Math.max(1, TimeUnit.NANOSECONDS.toMicros(span.getEndEpochNanos()) - start));
        json.writeName("localEndpoint");
        json.writeStartObject();
        json.writeStringProperty("serviceName", text(span.getResource().getAttribute(SERVICE)));
        json.writeEndObject();
        json.writeName("annotations");
        json.writeStartArray();
        span.getEvents().forEach(event -> annotation(event, json));
        json.writeEndArray();
        json.writeName("tags");
        json.writeStartObject();
        tags(span).forEach(json::writeStringProperty);
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void annotation(EventData event, JsonGenerator json) {
        Attributes said = event.getAttributes();
        String value = said.get(MESSAGE) == null
                ? text(said.get(EXCEPTION))
                : said.get(EXCEPTION) + ": " + said.get(MESSAGE);
        json.writeStartObject();
        json.writeNumberProperty("timestamp", TimeUnit.NANOSECONDS.toMicros(event.getEpochNanos()));
        json.writeStringProperty("value", event.getName() + " " + value);
        json.writeEndObject();
    }

    private static Map<String, String> tags(SpanData span) {
        Map<String, String> tags = new LinkedHashMap<>();
        span.getAttributes().forEach((key, value) -> tags.put(key.getKey(), String.valueOf(value)));
        tags.put(INSTANCE.getKey(), text(span.getResource().getAttribute(INSTANCE)));
        if (span.getResource().getAttribute(VERSION) != null) {
            tags.put(VERSION.getKey(), span.getResource().getAttribute(VERSION));
        }
        if (span.getStatus().getStatusCode() == StatusCode.ERROR) { // by this tag Zipkin shows that it failed
            String why = span.getStatus().getDescription();
            tags.put("error", why.isEmpty() ? text(span.getAttributes().get(TYPE)) : why);
        }
        return tags;
    }

    private static String text(String value) {
        return value == null ? "" : value;
    }
}
