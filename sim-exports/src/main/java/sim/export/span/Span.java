package sim.export.span;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.util.List;

/**
 * A context or a kept call as a span that has ended.
 *
 * @param parent   the id of the span around it, 0 for none
 * @param isRemote whether that one is of another process, or of another call by the network
 */
record Span(String name, SpanKind kind, Resource resource, String trace, long id, long parent,
        boolean isRemote, long startNanos, long endNanos, StatusData status, Attributes attributes,
        List<EventData> events, List<LinkData> links)
        implements
            SpanData {
    static SpanContext context(String trace, long id) {
        return id == 0
                ? SpanContext.getInvalid()
                : SpanContext.create(trace, hex(id), TraceFlags.getSampled(), TraceState.getDefault());
    }

    private static String hex(long id) {
        return String.format("%016x", id);
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public SpanKind getKind() {
        return kind;
    }

    @Override
    public SpanContext getSpanContext() {
        return context(trace, id);
    }

    @Override
    public SpanContext getParentSpanContext() {
        return isRemote && parent != 0
                ? SpanContext.createFromRemoteParent(trace, hex(parent), TraceFlags.getSampled(),
                        TraceState.getDefault())
                : context(trace, parent);
    }

    @Override
    public StatusData getStatus() {
        return status;
    }

    @Override
    public long getStartEpochNanos() {
        return startNanos;
    }

    @Override
    public Attributes getAttributes() {
        return attributes;
    }

    @Override
    public List<EventData> getEvents() {
        return events;
    }

    @Override
    public List<LinkData> getLinks() {
        return links;
    }

    @Override
    public long getEndEpochNanos() {
        return endNanos;
    }

    @Override
    public boolean hasEnded() {
        return true;
    }

    @Override
    public int getTotalRecordedEvents() {
        return events.size();
    }

    @Override
    public int getTotalRecordedLinks() {
        return links.size();
    }

    @Override
    public int getTotalAttributeCount() {
        return attributes.size();
    }

    @Override
    @Deprecated
    public io.opentelemetry.sdk.common.InstrumentationLibraryInfo getInstrumentationLibraryInfo() {
        return io.opentelemetry.sdk.common.InstrumentationLibraryInfo.empty();
    }

    @Override
    public InstrumentationScopeInfo getInstrumentationScopeInfo() {
        return SpanShipping.SCOPE;
    }

    @Override
    public Resource getResource() {
        return resource;
    }
}
