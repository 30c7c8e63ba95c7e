package sim.export.span;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.DelegatingSpanData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import sim.server.export.Receiver;
import sim.store.loop.Loop;

/** The queue between the store and a real receiver, with the library's own exporter. */
class SpanQueueTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Refusals NONE = new Refusals() {
        @Override
        public boolean isFinal(Throwable why) {
            return false;
        }

        @Override
        public boolean isOfContent(Throwable why) {
            return false;
        }

        @Override
        public String line(Throwable why) {
            return String.valueOf(why);
        }
    };

    /** As where there is no memory for one that is large: it is at the head of the queue. */
    @Test
    void aBundleThatCannotBePackedIsGivenUpAndTheOthersArrive() throws Exception {
        List<Throwable> said = new CopyOnWriteArrayList<>();
        try (Receiver receiver = new Receiver(0);
                SpanQueue queue = new SpanQueue("--otlp", OtlpHttpSpanExporter.builder()
                        .setEndpoint(receiver.url() + "/v1/traces").setTimeout(PATIENCE).build(), NONE, 20_000,
                        Duration.ofMillis(10), PATIENCE)) {
            List<SpanData> spans = new ArrayList<>();
            spans.add(new Unpackable(span(1)));
            for (int i = 2; i <= 1_000; i++) {
                spans.add(span(i));
            }
            queue.add(spans);
            try (Loop sending = new Loop("spans", () -> true, queue::send, said::add)) {
                await().atMost(Duration.ofSeconds(60)).until(() -> figure(queue, "waiting") == 0);
                assertThat(sending.isAlive()).isTrue();
            }
            assertThat(figure(queue, "refused")).isEqualTo(512);
            assertThat(figure(queue, "sent")).isEqualTo(488);
            assertThat(figure(queue, "failures")).isEqualTo(5);
            assertThat(receiver.byId()).hasSize(488);
            assertThat(said).hasSize(5).allMatch(why -> why.getMessage().equals("it has no context"));
        }
    }

    /** Its application was forgotten while it was being packed: there is nothing of it to send, and no receiver is asked to take nothing. */
    @Test
    void aBundleThatIsForgottenWhileItCannotBePackedIsSentNoMore() throws Exception {
        try (Receiver receiver = new Receiver(0);
                SpanQueue queue = new SpanQueue("--otlp", OtlpHttpSpanExporter.builder()
                        .setEndpoint(receiver.url() + "/v1/traces").setTimeout(PATIENCE).build(), NONE, 20_000,
                        Duration.ofMillis(10), PATIENCE)) {
            queue.add(List.of(new Unpackable(span(1), () -> queue.forget(each -> true))));
            try (Loop sending = new Loop("spans", () -> true, queue::send, failure -> {})) {
                await().atMost(Duration.ofSeconds(60)).until(() -> figure(queue, "failures") == 1);
                queue.add(List.of(span(2)));
                await().atMost(Duration.ofSeconds(60)).until(() -> figure(queue, "sent") == 1);
                assertThat(sending.isAlive()).isTrue();
            }
            assertThat(receiver.byId()).hasSize(1);
            assertThat(receiver.authorizations).as("what the receiver took").hasSize(1);
            assertThat(figure(queue, "dropped")).isEqualTo(1);
            assertThat(figure(queue, "waiting")).isZero();
        }
    }

    private static long figure(SpanQueue queue, String name) {
        Map<String, Object> figures = queue.figures();
        return ((Number) figures.get(name)).longValue();
    }

    private static Span span(int id) {
        return new Span("call", SpanKind.INTERNAL, Resource.empty(), "0000000000000000000000000000006f", id, 0, false,
                1, 2,
                StatusData.unset(), Attributes.empty(), List.of(), List.of());
    }

    private static final class Unpackable extends DelegatingSpanData {
        private final Runnable meanwhile;

        Unpackable(SpanData span) {
            this(span, () -> {});
        }

        Unpackable(SpanData span, Runnable meanwhile) {
            super(span);
            this.meanwhile = meanwhile;
        }

        @Override
        public SpanContext getSpanContext() {
            meanwhile.run();
            throw new IllegalStateException("it has no context");
        }
    }
}
