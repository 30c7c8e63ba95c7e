package sim.export.span;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import sim.export.totals.Totals;
import sim.wire.Batch;
import sim.wire.Hello;

/** The way of contexts and kept calls to a receiver: made into spans when they are stored, they wait until it takes them. Any thread. */
public final class SpanShipping implements AutoCloseable {
    private static final String NAME = "sim";
    private static final String VERSION = version();
    /** Who measured. */
    public static final InstrumentationScopeInfo SCOPE = InstrumentationScopeInfo.builder(NAME).setVersion(VERSION)
            .build();
    private static final AttributeKey<String> SERVICE = AttributeKey.stringKey("service.name");

    private final Totals totals;
    private final Spans spans;
    private final SpanQueue queue;
    private final Map<String, Resource> resources = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Resource> eldest) {
            return size() > Totals.MOST_INSTANCES;
        }
    };

    /**
     * @param receiver   the option that names the receiver, for what is said of it
     * @param refusals   what the receiver's failures mean
     * @param most       spans that wait
     * @param firstPause after a failure; each further one in a row doubles it
     * @param patience   how long the receiver has for an answer
     */
    public SpanShipping(String receiver, SpanExporter exporter, Refusals refusals, Totals totals,
            int most, Duration firstPause, Duration patience) {
        this.totals = totals;
        this.spans = new Spans(totals::methods);
        this.queue = new SpanQueue(receiver, exporter, refusals, most, firstPause, patience);
    }

    /**
     * What each resource says of who made its figures. SIM is no distribution of OpenTelemetry's SDK, so the conventions want a name of its own
     * here, and nothing under {@code telemetry.distro}.
     */
    public static AttributesBuilder sdk() {
        return Attributes.builder().put(AttributeKey.stringKey("telemetry.sdk.name"), NAME)
                .put(AttributeKey.stringKey("telemetry.sdk.language"), "java")
                .put(AttributeKey.stringKey("telemetry.sdk.version"), VERSION);
    }

    private static String version() {
        String version = SpanShipping.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    /** What is known of an instance's process; null where it did not say hello of late. */
    public Resource resource(String instance) {
        synchronized (resources) {
            return resources.get(instance);
        }
    }

    public void opened(Hello hello) {
        AttributesBuilder attributes = sdk();
        if (!hello.programVersion().isEmpty()) {
            attributes.put(AttributeKey.stringKey("service.version"), hello.programVersion());
        }
        Resource resource = Resource.create(attributes
                .put(SERVICE, hello.application())
                .put(AttributeKey.stringKey("service.instance.id"), hello.instance())
                .put(AttributeKey.stringKey("host.name"), hello.host())
                .put(AttributeKey.longKey("process.pid"), hello.pid())
                .put(AttributeKey.stringKey("process.runtime.description"), hello.jvm()).build());
        synchronized (resources) {
            resources.put(hello.instance(), resource);
        }
    }

    public void stored(String instance, Batch batch) {
        if (batch.contexts().isEmpty() && batch.invocations().isEmpty()) {
            return;
        }
        Resource resource = resource(instance);
        if (resource == null) {
            totals.leftOut();
            return;
        }
        synchronized (spans) {
            queue.add(spans.of(instance, resource, batch));
        }
    }

    /** Takes back what waits of an application. */
    public void forget(String application) {
        queue.forget(span -> application.equals(span.getResource().getAttribute(SERVICE)));
    }

    /** Takes back what waits of contexts with such a value, and of their traces. */
    public void forget(String key, Predicate<String> value) {
        queue.forgetTraces(span -> {
            for (Map.Entry<AttributeKey<?>, Object> each : span.getAttributes().asMap().entrySet()) {
                if (each.getKey().getKey().equals(key) && value.test(String.valueOf(each.getValue()))) {
                    return true;
                }
            }
            return false;
        });
    }

    /** Waits for spans and tries to send a bundle; to be called again and again, by one thread. */
    public void send() throws InterruptedException {
        queue.send();
    }

    public Map<String, Object> figures() {
        return queue.figures();
    }

    @Override
    public void close() {
        queue.close();
    }
}
