package sim.export.zipkin;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A span as Zipkin's second version writes it. Zipkin's tags are texts. It knows no links; that of a hand-over leads to the span around it,
 * which is its parent.
 */
final class ZipkinJson {
    private static final AttributeKey<String> SERVICE = AttributeKey.stringKey("service.name");
    private static final AttributeKey<String> INSTANCE = AttributeKey.stringKey("service.instance.id");
    private static final AttributeKey<String> EXCEPTION = AttributeKey.stringKey("exception.type");
    private static final AttributeKey<String> MESSAGE = AttributeKey.stringKey("exception.message");

    private ZipkinJson() {}

    static Map<String, Object> of(SpanData span) {
        long start = TimeUnit.NANOSECONDS.toMicros(span.getStartEpochNanos());
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("traceId", span.getTraceId());
        json.put("id", span.getSpanId());
        if (span.getParentSpanContext().isValid()) {
            json.put("parentId", span.getParentSpanId());
        }
        json.put("name", span.getName());
        json.put("timestamp", start);
        // a span without a duration counts as one that has not ended
        json.put("duration", Math.max(1, TimeUnit.NANOSECONDS.toMicros(span.getEndEpochNanos()) - start));
        json.put("localEndpoint", Map.of("serviceName", text(span.getResource().getAttribute(SERVICE))));
        json.put("annotations", span.getEvents().stream().map(ZipkinJson::annotation).toList());
        json.put("tags", tags(span));
        return json;
    }

    private static Map<String, Object> annotation(EventData event) {
        Attributes said = event.getAttributes();
        String value = said.get(MESSAGE) == null
                ? text(said.get(EXCEPTION))
                : said.get(EXCEPTION) + ": " + said.get(MESSAGE);
        return Map.of("timestamp", TimeUnit.NANOSECONDS.toMicros(event.getEpochNanos()), "value",
                event.getName() + " " + value);
    }

    private static Map<String, String> tags(SpanData span) {
        Map<String, String> tags = new LinkedHashMap<>();
        span.getAttributes().forEach((key, value) -> tags.put(key.getKey(), String.valueOf(value)));
        tags.put(INSTANCE.getKey(), text(span.getResource().getAttribute(INSTANCE)));
        if (span.getStatus().getStatusCode() == StatusCode.ERROR) { // by this tag Zipkin shows that it failed
            tags.put("error", span.getStatus().getDescription());
        }
        return tags;
    }

    private static String text(String value) {
        return value == null ? "" : value;
    }
}
