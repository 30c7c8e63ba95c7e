package sim.server.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.export.otlp.OtlpExporter;
import sim.export.otlp.OtlpTarget;
import sim.export.totals.Totals;
import sim.export.zipkin.ZipkinExporter;
import sim.export.zipkin.ZipkinTarget;
import sim.server.Batches;
import sim.store.loop.Loop;
import sim.wire.Batch;

/** Of what a receiver answers little is read, whatever it sends: a broken one must not take the server's memory. */
class EndlessAnswersTest {
    /** A receiver has so long: an answer that is read to its end would take all of it, or all memory before. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int SPANS = 100;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anEndlessAnswerIsReadUpToABoundAndCountsAsNone(boolean packed) throws Exception {
        try (EndlessAnswers receiver = new EndlessAnswers(packed);
                Totals totals = new Totals(folder, (instance, place) -> true);
                OtlpExporter exporter = new OtlpExporter(
                        new OtlpTarget(receiver.url(), OtlpTarget.Protocol.HTTP, Map.of(), Duration.ofHours(1),
                                PATIENCE, 20_000, Duration.ofMillis(100)),
                        "server", totals, Set::of);
                Loop sending = new Loop("spans", () -> true, exporter::sendSpans, failure -> {})) {
            exporter.opened(Batches.hello("shop", "one"));
            exporter.stored("one", spans());
            await().atMost(PATIENCE.dividedBy(2)).until(() -> receiver.broken.get() >= 3);
            assertThat(figures(exporter)).containsEntry("sent", 0L);
            assertThat((Long) figures(exporter).get("failures")).isPositive();
            receiver.isEndless = false;
            await().atMost(Duration.ofSeconds(60)).until(() -> figures(exporter).get("sent").equals((long) SPANS));
            assertThat(sending.isAlive()).isTrue();
        }
    }

    /** Of Zipkin's answer nothing is kept, and it ends with the receiver's time. */
    @Test
    void anEndlessAnswerOfZipkinsEndsWithItsTime() throws Exception {
        try (EndlessAnswers receiver = new EndlessAnswers(false);
                Totals totals = new Totals(folder, (instance, place) -> true);
                ZipkinExporter exporter = new ZipkinExporter(
                        new ZipkinTarget(receiver.url(), Duration.ofSeconds(1), 20_000, Duration.ofMillis(100)),
                        totals);
                Loop sending = new Loop("spans", () -> true, exporter::sendSpans, failure -> {})) {
            exporter.opened(Batches.hello("shop", "one"));
            exporter.stored("one", spans());
            await().atMost(Duration.ofSeconds(60)).until(() -> receiver.broken.get() > 0);
            receiver.isEndless = false;
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> spansOf(exporter.figures()).get("sent").equals((long) SPANS));
            assertThat(sending.isAlive()).isTrue();
        }
    }

    private static Batch spans() {
        return Batches.of(1, List.of(), LongStream.rangeClosed(1, SPANS)
                .mapToObj(id -> Batches.context(id, 0, Batches.now(), Map.of())).toList());
    }

    private static Map<String, Object> figures(OtlpExporter exporter) {
        return spansOf(exporter.figures());
    }

    @SuppressWarnings("unchecked") // as they are made
    private static Map<String, Object> spansOf(Map<String, Object> figures) {
        return (Map<String, Object>) figures.get("spans");
    }
}
