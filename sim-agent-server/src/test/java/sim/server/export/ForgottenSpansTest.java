package sim.server.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.opentelemetry.proto.trace.v1.Span;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.export.otlp.OtlpExporter;
import sim.export.otlp.OtlpTarget;
import sim.export.totals.Totals;
import sim.server.Batches;
import sim.server.Traces;
import sim.store.DuckDbStore;
import sim.store.Silence;
import sim.store.loop.Loop;

/** What is forgotten while it waits to be sent is not sent, and all else is. */
class ForgottenSpansTest {
    @TempDir
    Path folder;

    @Test
    void spansOfAForgottenApplicationDoNotLeave() throws Exception {
        try (Receiver receiver = new Receiver(0);
                Totals totals = totals();
                OtlpExporter exporter = exporter(receiver, totals)) {
            fill(totals, exporter);
            try (DuckDbStore store = new DuckDbStore(folder)) {
                Silence.of(store); // nobody may be connected
                new ExportedStore(store, totals, Map.of("otlp", exporter)).forget("shop");
            }
            send(exporter);
            assertThat(receiver.spans).isNotEmpty().allSatisfy(of -> assertThat(
                    Receiver.text(of.getResource().getAttributesList(), "service.name")).isEqualTo("bank"));
            assertThat(spans(exporter, "sent")).isEqualTo(3);
            assertThat(spans(exporter, "dropped")).isEqualTo(6);
        }
    }

    /** Order 4711, the three calls in it, that of the pricing inside it, which has not ended, and what the bank did for that. */
    @Test
    void spansOfAForgottenContextDoNotLeaveNorThoseOfItsTrace() throws Exception {
        try (Receiver receiver = new Receiver(0);
                Totals totals = totals();
                OtlpExporter exporter = exporter(receiver, totals)) {
            fill(totals, exporter);
            try (DuckDbStore store = new DuckDbStore(folder)) {
                new ExportedStore(store, totals, Map.of("otlp", exporter)).forget("order", "4711");
            }
            send(exporter);
            List<Span> left = receiver.all();
            assertThat(left).singleElement().satisfies(
                    span -> assertThat(Receiver.text(span.getAttributesList(), "order")).isEqualTo("4712"));
            assertThat(spans(exporter, "sent")).isEqualTo(1);
            assertThat(spans(exporter, "dropped")).isEqualTo(8);
        }
    }

    private void fill(Totals totals, OtlpExporter exporter) {
        try (DuckDbStore store = new DuckDbStore(folder)) {
            ExportedStore exported = new ExportedStore(store, totals, Map.of("otlp", exporter));
            exported.open(Batches.hello("shop", "one"));
            exported.append("one", Traces.front(1));
            exported.open(Batches.hello("bank", "two"));
            exported.append("two", Traces.back(1));
        }
        assertThat(spans(exporter, "waiting")).as("two contexts and four calls; one, its stay elsewhere and a call")
                .isEqualTo(9);
    }

    private static void send(OtlpExporter exporter) {
        try (Loop sending = new Loop("spans", () -> true, exporter::sendSpans, failure -> {})) {
            await().atMost(Duration.ofSeconds(60)).until(() -> spans(exporter, "waiting") == 0);
            assertThat(sending.isAlive()).isTrue();
        }
    }

    private Totals totals() {
        return new Totals(folder, (instance, place) -> true);
    }

    private static OtlpExporter exporter(Receiver receiver, Totals totals) {
        return new OtlpExporter(new OtlpTarget(receiver.url(), OtlpTarget.Protocol.HTTP, Map.of(),
                Duration.ofHours(1), Duration.ofSeconds(60), 20_000, Duration.ofMillis(100)), "server", totals,
                Set::of);
    }

    private static long spans(OtlpExporter exporter, String figure) {
        return ((Number) ((Map<?, ?>) exporter.figures().get("spans")).get(figure)).longValue();
    }
}
