package sim.export.span;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.Meter;
import sim.model.snapshot.Stay;
import sim.wire.Batch;

/**
 * Makes spans of what a batch has: a context that ended, with its W3C ids; each of its stays on another thread than the first, as
 * a span inside it that is linked to it; each call that was kept, inside its context, or in the one that it surrounds. Values are as
 * they were stored: what was redacted stays so. One thread at a time.
 */
final class Spans {
    private static final int ENDED_BITS = 16;
    private static final int MOST_CONTEXTS = 50_000;

    /** Names places of an instance; null where it does not know one. */
    interface Names {
        String[] at(String instance, int[] places);
    }

    private final Names names;
    private final Surroundings surroundings = new Surroundings();
    /** Contexts whose end was told: one that goes on elsewhere is sent again. */
    private final long[] ended = new long[1 << ENDED_BITS];
    /** Contexts of late. */
    private final Map<Long, Known> contexts = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Known> eldest) {
            return size() > MOST_CONTEXTS;
        }
    };

    /** What is known of a context: its trace, and whose it is. */
    private record Known(String trace, String instance) {}

    Spans(Names names) {
        this.names = names;
    }

    List<SpanData> of(String instance, Resource resource, Batch batch) {
        List<SpanData> spans = new ArrayList<>();
        for (ContextRecord context : batch.contexts()) {
            contexts.put(context.id(), new Known(trace(context), instance));
        }
        for (ContextRecord context : batch.contexts()) {
            int at = (int) (context.id() * 0x9E3779B97F4A7C15L >>> 64 - ENDED_BITS);
            if (context.endMicros() != 0 && ended[at] != context.id()) {
                ended[at] = context.id();
                spans.add(span(instance, context, resource));
                stays(context, trace(context), resource, spans);
            }
        }
        surroundings.next(instance, batch.contexts());
        calls(instance, resource, batch, spans);
        return spans;
    }

    /** Of a context whose trace is not known, one of its own. */
    private static String trace(ContextRecord context) {
        return (context.traceHigh() | context.traceLow()) != 0
                ? String.format("%016x%016x", context.traceHigh(), context.traceLow())
                : String.format("%016x%016x", context.id(), context.id());
    }

    private Span span(String instance, ContextRecord context, Resource resource) {
        AttributesBuilder attributes = Attributes.builder();
        context.values().forEach((key, value) -> put(attributes, key, value));
        if (context.tag() != null && !context.tag().isEmpty()) {
            attributes.put("sim.tag", context.tag());
        }
        attributes.put("thread.name", context.thread());
        attributes.put("sim.calls", context.calls());
        attributes.put("sim.errors", context.errors());
        meters(attributes, context.present(), context.totals());
        SpanKind kind = Kinds.of(context.values());
        Outcome outcome = Outcome.of(context);
        if (outcome.type() != null && !context.values().containsKey(Outcome.TYPE)) {
            attributes.put(Outcome.TYPE, outcome.type());
        }
        return new Span(context.name(), kind, resource, trace(context), context.id(), context.parent(),
                isRemote(instance, kind, context.parent()), context.startMicros() * 1_000,
                context.endMicros() * 1_000, outcome.status(), attributes.build(),
                exception(context.endMicros(), outcome.exception()), List.of());
    }

    /** A request's caller is always remote, also a program that calls itself. */
    private boolean isRemote(String instance, SpanKind kind, long parent) {
        Known known = contexts.get(parent);
        return kind == SpanKind.SERVER
                || (known == null ? kind == SpanKind.CONSUMER : !known.instance().equals(instance));
    }

    private static void put(AttributesBuilder attributes, String key, Object value) {
        if (value instanceof Long number) {
            attributes.put(AttributeKey.longKey(key), number);
        } else if (value instanceof Double number) {
            attributes.put(AttributeKey.doubleKey(key), number);
        } else if (value instanceof Boolean is) {
            attributes.put(AttributeKey.booleanKey(key), is);
        } else {
            attributes.put(key, String.valueOf(value));
        }
    }

    private static void meters(AttributesBuilder attributes, int present, long[] values) {
        for (Meter meter : Meter.values()) {
            if ((present & meter.bit()) != 0) {
                attributes.put("sim." + meter.label(), values[meter.ordinal()]);
            }
        }
    }

    /** Where the context was handed over to: its stays on other threads than that of the first. */
    private static void stays(ContextRecord context, String trace, Resource resource, List<SpanData> into) {
        for (int i = 0; i < context.stays().size(); i++) {
            Stay stay = context.stays().get(i);
            if (stay.thread().equals(context.thread())) {
                continue;
            }
            long end = stay.endMicros() == 0 ? context.endMicros() : stay.endMicros();
            into.add(new Span(context.name() + " on " + stay.thread(), SpanKind.INTERNAL, resource, trace,
                    derived(context.id(), i, 1),
                    context.id(), false, stay.startMicros() * 1_000, end * 1_000, StatusData.unset(),
                    Attributes.builder().put("thread.name", stay.thread()).put("sim.times", stay.times()).build(),
                    List.of(), List.of(LinkData.create(Span.context(trace, context.id())))));
        }
    }

    private void calls(String instance, Resource resource, Batch batch, List<SpanData> into) {
        List<Invocation> calls = batch.invocations();
        String[] methods = names.at(instance, calls.stream().mapToInt(Invocation::node).toArray());
        long seed = instance.hashCode();
        for (int i = 0; i < calls.size(); i++) {
            Invocation call = calls.get(i);
            long id = derived(seed * 31 + batch.sequence(), i, 2);
            String method = methods[i] == null ? "unknown" : methods[i];
            long context = call.context() != 0 ? call.context() : surroundings.of(instance, call);
            Known known = contexts.get(context);
            if (known == null && method.startsWith("[")) { // of SIM's own names: the JVM loads classes at its start, and that is no trace
                continue;
            }
            long begin = call.beginMicros() * 1_000;
            AttributesBuilder attributes = Attributes.builder().put("thread.name", call.thread());
            attributes.put("code.function.name", method);
            meters(attributes, call.present(), call.readings());
            into.add(new Span(method, SpanKind.INTERNAL, resource,
                    known == null ? String.format("%016x%016x", derived(id, i, 3), id) : known.trace(), id,
                    known == null ? 0 : context, false, begin, begin + call.readings()[Meter.WALL.ordinal()],
                    Outcome.status(call.error(), call.exception()), attributes.build(),
                    exception(call.beginMicros() + call.readings()[Meter.WALL.ordinal()] / 1_000,
                            call.error() ? call.exception() : null),
                    List.of()));
        }
    }

    /** An exception as SIM writes it: its class, a colon, its message. */
    private static List<EventData> exception(long micros, String error) {
        if (error == null) {
            return List.of();
        }
        int colon = error.indexOf(": ");
        AttributesBuilder attributes = Attributes.builder().put("exception.type",
                colon < 0 ? error : error.substring(0, colon));
        if (colon >= 0) {
            attributes.put("exception.message", error.substring(colon + 2));
        }
        return List.of(EventData.create(micros * 1_000, "exception", attributes.build()));
    }

    /** An id that is the same when the same is made again, and never 0. */
    private static long derived(long of, long index, long sort) {
        long mixed = (of ^ index * 0x9E3779B97F4A7C15L ^ sort << 56) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 31) * 0x94D049BB133111EBL;
        return (mixed ^ mixed >>> 29) | 1;
    }
}
