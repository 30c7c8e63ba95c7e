package sim.export.span;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;

/** How many bytes a span has at most when it is sent, its resource included. */
final class SpanBytes {
    /** Ids, times, kind, status and counts. */
    private static final int SPAN = 128;
    /** Of an event or a link: ids, time. */
    private static final int PART = 64;
    /** Of an attribute: lengths and type, or a number. */
    private static final int VALUE = 16;
    /** Of UTF-16 in UTF-8, at most. */
    private static final int CHAR = 3;

    private SpanBytes() {}

    static long most(SpanData span) {
        long bytes = SPAN + text(span.getName()) + text(span.getStatus().getDescription())
                + attributes(span.getAttributes()) + attributes(span.getResource().getAttributes());
        for (EventData event : span.getEvents()) {
            bytes += PART + text(event.getName()) + attributes(event.getAttributes());
        }
        for (LinkData link : span.getLinks()) {
            bytes += PART + attributes(link.getAttributes());
        }
        return bytes;
    }

    private static long attributes(Attributes attributes) {
        long[] bytes = {0};
        attributes.forEach((key, value) -> bytes[0] += VALUE + text(key.getKey())
                + (value instanceof String text ? text(text) : 0));
        return bytes[0];
    }

    private static long text(String text) {
        return (long) CHAR * text.length();
    }
}
