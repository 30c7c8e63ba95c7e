package sim.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SplittableRandom;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sim.base.config.Options;
import sim.context.Context;
import sim.context.ContextSnapshot;
import sim.context.CurrentContext;
import sim.metrics.probe.Metering;

/** Flow contexts and recording contexts on one thread, between threads and on recordings. */
class FlowContextsTest {
    private static final RecordingContextKey TENANT = RecordingContextKey.forName("tenant");

    private Metering metering;
    private CurrentContext current;

    @BeforeEach
    void begin() {
        begin("jfr.contexts=true");
    }

    private void begin(String argument) {
        Options options = Options.load(argument, new Properties());
        metering = new Metering(options);
        current = metering.current();
        FlowContexts companion = new FlowContexts();
        companion.start(options);
        current.accompany(companion);
    }

    @Test
    void aFlowContextIsRecordedWithTheValuesOfItsEnd() throws Exception {
        String[] id = new String[1];
        Path file = Recorded.file(() -> {
            Context order = current.begin("order", "shop", null);
            id[0] = order.getId();
            Recorded.sleep();
            order.put("number", 4711);
            order.put("note", "a \"quoted\", text");
            order.put("ratio", 0.5);
            order.put("paid", true);
            current.end(null);
            Recorded.sleep();
        });
        assertThat(sleeps(file)).containsExactly(Map.of("context", "order", "context.tag", "shop", "context.id", id[0],
                "number", 4711L, "note", "a \"quoted\", text", "ratio", 0.5, "paid", true), Map.of());
    }

    @Test
    void oneThatBeganBeforeTheRecordingOrEndsAfterItIsThereToo() throws Exception {
        Context before = current.begin("before", "", null);
        before.put("known", 1);
        Recording recording = Recorded.start();
        Recorded.sleep();
        current.end(null);
        Recorded.sleep();
        current.begin("after", "", null).put("so far", "yes");
        Recorded.sleep();
        Path file = Recorded.stop(recording);
        recording.close();
        current.end(null);
        List<Map<String, Object>> seen = sleeps(file);
        assertThat(seen).hasSize(3);
        assertThat(seen.get(0)).containsEntry("context", "before").containsEntry("known", 1L);
        assertThat(seen.get(1)).isEmpty();
        assertThat(seen.get(2)).containsEntry("context", "after").containsEntry("so far", "yes");
    }

    @Test
    void bothKindsNestAndTravel() throws Exception {
        Path file = Recorded.file(() -> {
            try (var tenant = RecordingContext.where(TENANT, "acme").build()) {
                current.begin("order", "", null);
                Recorded.sleep();
                ContextSnapshot snapshot = current.snapshot();
                current.end(null);
                onAnotherThread(() -> {
                    try (var there = snapshot.activate()) {
                        assertThat(TENANT.isBound()).isTrue();
                        Recorded.sleep();
                    }
                    assertThat(TENANT.isBound()).isFalse();
                    Recorded.sleep();
                });
            }
        });
        assertThat(Recorded.read(file, "jdk.ThreadSleep")).extracting(joined -> without(joined.context(), "context.id"))
                .containsExactly(Map.of("tenant", "acme", "context", "order", "context.tag", ""),
                        Map.of("tenant", "acme", "context", "order", "context.tag", ""), Map.of());
    }

    @Test
    void whatAnotherProcessNamedIsNotRecordedButHidesWhatWasCurrent() throws Exception {
        Path file = Recorded.file(() -> {
            current.begin("worker", "", null);
            ContextSnapshot remote = current.extract(
                    Map.of("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")::get);
            try (var there = remote.activate()) {
                Recorded.sleep();
                current.begin("request", "", null);
                Recorded.sleep();
                current.end(null);
            }
            current.end(null);
        });
        assertThat(sleeps(file)).extracting(context -> context.get("context")).containsExactly(null, "request");
    }

    @Test
    void aFilterSeesTheNameOfAFlowContext() throws Exception {
        RecordingContextFilter.Config.setContextFilter(
                RecordingContextFilter.Config.createFilter().forAllTypes(b -> b.hasEntry(
                        RecordingContextKey.forName("context"), "order")).build());
        try {
            Path file = Recorded.file(() -> {
                current.begin("order", "", null);
                Recorded.sleep();
                current.begin("other", "", null);
                Recorded.sleep();
                current.end(null);
                current.end(null);
            });
            assertThat(sleeps(file)).extracting(context -> context.get("context")).containsExactly("order");
        } finally {
            RecordingContextFilter.Config.setContextFilter(null);
        }
    }

    @Test
    void withoutTheOptionOnlyRecordingContextsAreRecorded() throws Exception {
        begin("");
        Path file = Recorded.file(() -> {
            current.begin("order", "", null);
            Recorded.sleep();
            try (var tenant = RecordingContext.where(TENANT, "acme").build()) {
                Recorded.sleep();
            }
            current.end(null);
        });
        assertThat(sleeps(file)).containsExactly(Map.of(), Map.of("tenant", "acme"));
    }

    @Test
    void manyLongValuesAreCutAndCounted() throws Exception {
        long before = RecordingContext.counters().get("entries.dropped");
        Path file = Recorded.file(() -> {
            Context order = current.begin("order", "", null);
            for (int i = 0; i < 60; i++) {
                order.put("value" + i, "x".repeat(500));
            }
            Recorded.sleep();
            current.end(null);
        });
        assertThat(sleeps(file).get(0)).containsKey("value0").doesNotContainKey("value59").hasSizeBetween(8, 12);
        assertThat(RecordingContext.counters().get("entries.dropped") - before).isGreaterThanOrEqualTo(50);
    }

    /** Whatever is opened and closed in whatever order, nothing is current afterwards, of either kind. */
    @Test
    void anyOrderIsHealed() throws Exception {
        SplittableRandom random = new SplittableRandom(11);
        long failures = RecordingContext.counters().get("failures");
        Recorded.file(() -> {
            for (int round = 0; round < 2_000; round++) {
                current.begin("round", "", null);
                ContextSnapshot inRound = current.snapshot();
                current.end(null);
                List<AutoCloseable> open = new ArrayList<>();
                List<ContextSnapshot> taken = new ArrayList<>(List.of(inRound));
                var outermost = inRound.activate();
                for (int step = 0; step < 20; step++) {
                    switch (random.nextInt(6)) {
                        case 0 -> current.begin("c" + step % 3, "", null);
                        case 1 -> open.add(RecordingContext.where(TENANT, step).build());
                        case 2 -> open.add(taken.get(random.nextInt(taken.size())).activate());
                        case 3 -> taken.add(current.snapshot());
                        case 4 -> current.set(taken.get(random.nextInt(taken.size())).context());
                        default -> {
                            if (!open.isEmpty()) {
                                open.remove(random.nextInt(open.size())).close();
                            }
                        }
                    }
                }
                outermost.close();
                assertThat(Current.scope()).isNull();
                assertThat(current.isEmpty()).isTrue();
                for (AutoCloseable left : open) {
                    left.close();
                }
                assertThat(current.isEmpty()).isTrue();
            }
        });
        Map<String, Long> counters = new HashMap<>(metering.counters());
        assertThat(counters.get("metering.failures")).isZero();
        assertThat(counters.getOrDefault("jfr.failures", 0L)).isEqualTo(failures);
        assertThat(counters.get("contexts.healed")).isPositive();
        assertThat(counters.get("jfr.contexts.healed")).isPositive();
    }

    private static Map<String, Object> without(Map<String, Object> context, String key) {
        Map<String, Object> rest = new HashMap<>(context);
        rest.remove(key);
        return rest;
    }

    private static List<Map<String, Object>> sleeps(Path file) {
        return Recorded.contexts(file, "jdk.ThreadSleep", Thread.currentThread());
    }

    private static void onAnotherThread(Recorded.Work work) throws Exception {
        List<Throwable> thrown = new ArrayList<>();
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (Exception | AssertionError failure) {
                thrown.add(failure);
            }
        });
        thread.start();
        thread.join();
        assertThat(thrown).isEmpty();
    }
}
