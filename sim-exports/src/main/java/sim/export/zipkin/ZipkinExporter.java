package sim.export.zipkin;

import java.util.Map;
import java.util.function.Predicate;
import sim.export.Exporter;
import sim.export.span.SpanShipping;
import sim.export.totals.Totals;
import sim.wire.Batch;
import sim.wire.Hello;

/** Sends contexts and kept calls that are stored to Zipkin, as spans. Any thread. */
public final class ZipkinExporter implements Exporter {
    private final SpanShipping spans;

    public ZipkinExporter(ZipkinTarget target, Totals totals) {
        spans = new SpanShipping("--zipkin", new ZipkinSender(target), new ZipkinRefusals(), totals,
                target.mostSpans(), target.firstPause(), target.patience());
    }

    @Override
    public void opened(Hello hello) {
        spans.opened(hello);
    }

    @Override
    public void stored(String instance, Batch batch) {
        spans.stored(instance, batch);
    }

    @Override
    public void forget(String application) {
        spans.forget(application);
    }

    @Override
    public void forget(String key, Predicate<String> value) {
        spans.forget(key, value);
    }

    /** Waits for spans and tries to send a bundle; to be called again and again, by one thread. */
    public void sendSpans() throws InterruptedException {
        spans.send();
    }

    @Override
    public Map<String, Object> figures() {
        return Map.of("spans", spans.figures());
    }

    @Override
    public void close() {
        spans.close();
    }
}
