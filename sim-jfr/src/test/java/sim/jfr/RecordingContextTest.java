package sim.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import sim.base.config.Options;
import sim.base.redact.Redaction;
import sim.base.thread.ThreadId;
import sim.jfr.reader.JoinedEvent;

/** Contexts on threads, each read back from a real recording where it matters. */
class RecordingContextTest {
    private static final RecordingContextKey ORDER = RecordingContextKey.forName("order");
    private static final RecordingContextKey STAGE = RecordingContextKey.forName("stage");

    @AfterEach
    void nothingIsLeftOpen() {
        assertThat(Current.scope()).isNull();
    }

    @Test
    void keysAreEqualByName() {
        assertThat(RecordingContextKey.forName("order")).isEqualTo(ORDER).hasSameHashCodeAs(ORDER).isNotEqualTo(STAGE);
        assertThat(ORDER.name()).isEqualTo("order");
        assertThatThrownBy(() -> RecordingContextKey.forName(null)).isInstanceOf(NullPointerException.class)
                .hasMessageContaining("forName");
    }

    @Test
    void aKeyIsBoundWhileAContextWithItIsOpen() {
        assertThat(ORDER.isBound()).isFalse();
        try (var outer = RecordingContext.where(ORDER, 1).build()) {
            assertThat(ORDER.isBound()).isTrue();
            assertThat(STAGE.isBound()).isFalse();
            try (var inner = RecordingContext.where(STAGE, "load").build()) {
                assertThat(ORDER.isBound()).isTrue();
                assertThat(STAGE.isBound()).isTrue();
            }
            assertThat(STAGE.isBound()).isFalse();
        }
        assertThat(ORDER.isBound()).isFalse();
    }

    @Test
    void entriesAreInheritedAndTheInnerOneWinsAndClosingRestores() throws Exception {
        Path file = Recorded.file(() -> {
            try (var outer = RecordingContext.where(ORDER, 1).where(STAGE, "load").build()) {
                Recorded.sleep();
                try (var inner = RecordingContext.where(STAGE, "check").build()) {
                    Recorded.sleep();
                }
                Recorded.sleep();
            }
            Recorded.sleep();
        });
        assertThat(Recorded.contexts(file, "jdk.ThreadSleep", Thread.currentThread())).containsExactly(
                Map.of("order", 1L, "stage", "load"), Map.of("order", 1L, "stage", "check"),
                Map.of("order", 1L, "stage", "load"), Map.of());
    }

    @Test
    void theLastValueOfAKeyInABuilderWins() throws Exception {
        Path file = Recorded.file(() -> {
            try (var context = RecordingContext.where(ORDER, 1).where(STAGE, "load").where(ORDER, "two").build()) {
                Recorded.sleep();
            }
        });
        assertThat(Recorded.contexts(file, "jdk.ThreadSleep", Thread.currentThread()))
                .containsExactly(Map.of("stage", "load", "order", "two"));
    }

    @Test
    void secretsAreNotRecorded() throws Exception {
        Path file = Recorded.file(() -> {
            try (var context = RecordingContext.where(RecordingContextKey.forName("password"), "hunter2")
                    .where(RecordingContextKey.forName("cvv"), 98765L)
                    .where(RecordingContextKey.forName("cardNumber"), "4111111111111111")
                    .where(RecordingContextKey.forName("secretIsSet"), true)
                    .where(RecordingContextKey.forName("url"), "https://h/a?access_token=hunter3&x=1").where(ORDER, 7)
                    .build()) {
                Recorded.sleep();
                RecordingContext.runWithSnapshot(Recorded::sleep, RecordingContext.snapshot());
            }
        });
        assertThat(Recorded.contexts(file, "jdk.ThreadSleep", Thread.currentThread())).hasSize(2)
                .allSatisfy(context -> assertThat(context).isEqualTo(Map.of("password", "[redacted]", "cvv",
                        "[redacted]", "cardNumber", "***1111", "secretIsSet", true, "url",
                        "https://h/a?access_token=[redacted]&x=1", "order", 7L)));
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)).doesNotContain("hunter",
                "411111111111");
    }

    @Test
    void theAgentsRulesHold() throws Exception {
        RecordingContextKey customer = RecordingContextKey.forName("customer");
        RecordingContextKey password = RecordingContextKey.forName("password");
        try {
            new FlowContexts().start(Options.load("redact=customer", new Properties()));
            Path file = Recorded.file(() -> {
                try (var context = RecordingContext.where(customer, "Bob").where(password, "kept").build()) {
                    Recorded.sleep();
                }
            });
            assertThat(Recorded.contexts(file, "jdk.ThreadSleep", Thread.currentThread()))
                    .containsExactly(Map.of("customer", "[redacted]", "password", "kept"));
        } finally {
            RecordedSecrets.use(Redaction.standard());
        }
    }

    @Test
    void primitivesAreRecordedAsPrimitives() throws Exception {
        RecordingContextKey paid = RecordingContextKey.forName("paid");
        RecordingContextKey share = RecordingContextKey.forName("share");
        RecordingContextKey nothing = RecordingContextKey.forName("nothing");
        Path file = Recorded.file(() -> {
            try (var context = RecordingContext.where(ORDER, Long.MIN_VALUE).where(paid, true).where(share, 0.25)
                    .where(STAGE, "a \"b\", c=\\d\nü").where(nothing, null).build()) {
                Recorded.sleep();
            }
        });
        Map<String, Object> context = Recorded.contexts(file, "jdk.ThreadSleep", Thread.currentThread()).get(0);
        assertThat(context).containsEntry("order", Long.MIN_VALUE).containsEntry("paid", true)
                .containsEntry("share", 0.25).containsEntry("stage", "a \"b\", c=\\d\nü")
                .containsEntry("nothing", null);
        var event = Recorded.read(file, "sim.Context").stream().map(JoinedEvent::event)
                .filter(scope -> scope.hasField("paid")).findFirst().orElseThrow();
        assertThat(event.getFields()).extracting(field -> field.getName() + ":" + field.getTypeName())
                .contains("order:long", "paid:boolean", "share:double", "stage:java.lang.String");
    }

    @Test
    void keysThatAreNoIdentifiersKeepTheirName() throws Exception {
        List<String> names = List.of("tenant.id", "class", "1st", "", "start time", "startTime", "scope", "entries",
                "tenant-id", "ключ");
        Path file = Recorded.file(() -> {
            RecordingContext.Builder builder = null;
            for (String name : names) {
                RecordingContextKey key = RecordingContextKey.forName(name);
                builder = builder == null ? RecordingContext.where(key, name + "!") : builder.where(key, name + "!");
            }
            try (var context = builder.build()) {
                Recorded.sleep();
            }
        });
        Map<String, Object> context = Recorded.contexts(file, "jdk.ThreadSleep", Thread.currentThread()).get(0);
        assertThat(context.keySet()).containsExactlyElementsOf(names);
        context.forEach((key, value) -> assertThat(value).isEqualTo(key + "!"));
        assertThat(RecordingContext.counters()).containsEntry("failures", 0L);
    }

    @Test
    void aSnapshotHoldsOnOtherThreadsInPlaceOfWhatHoldsThere() throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        List<Thread> worker = new ArrayList<>();
        Path file = Recorded.file(() -> {
            RecordingContext.Snapshot snapshot;
            try (var context = RecordingContext.where(ORDER, 1).build()) {
                snapshot = RecordingContext.snapshot();
            }
            executor.submit(() -> {
                worker.add(Thread.currentThread());
                try (var other = RecordingContext.where(STAGE, "idle").build()) {
                    RecordingContext.runWithSnapshot(Recorded::sleep, snapshot);
                    RecordingContext.runWithSnapshot(Recorded::sleep, RecordingContext.Snapshot.EMPTY);
                    assertThat(RecordingContext.<Integer>callWithSnapshot(() -> {
                        Recorded.sleep();
                        assertThat(STAGE.isBound()).isFalse();
                        return 7;
                    }, snapshot)).isEqualTo(7);
                    Recorded.sleep();
                }
                Recorded.sleep();
                return null;
            }).get();
        });
        executor.shutdown();
        assertThat(Recorded.contexts(file, "jdk.ThreadSleep", worker.get(0))).containsExactly(Map.of("order", 1L),
                Map.of(), Map.of("order", 1L), Map.of("stage", "idle"), Map.of());
    }

    @Test
    void nothingLeaksBetweenTheTasksOfAForkJoinPool() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(3);
        int tasks = 300;
        Path file = Recorded.file(() -> {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < tasks; i++) {
                Callable<Object> task = () -> {
                    assertThat(ORDER.isBound()).isFalse();
                    Recorded.sleep();
                    return null;
                };
                if (i % 3 == 0) {
                    all.add(pool.submit(task));
                    continue;
                }
                try (var context = RecordingContext.where(ORDER, i).build()) {
                    RecordingContext.Snapshot snapshot = RecordingContext.snapshot();
                    int number = i;
                    all.add(pool.submit(() -> {
                        RecordingContext.Activation activation = snapshot.activate();
                        Recorded.sleep();
                        if (number % 3 == 1) {
                            activation.close();
                        } else {
                            try (activation) {
                                throw new IllegalStateException("fails");
                            }
                        }
                        assertThat(ORDER.isBound()).isFalse();
                        return null;
                    }));
                }
            }
            for (int i = 0; i < tasks; i++) {
                if (i % 3 == 2) {
                    Future<?> failing = all.get(i);
                    assertThatThrownBy(failing::get).hasRootCauseMessage("fails");
                } else {
                    all.get(i).get();
                }
            }
        });
        pool.shutdown();
        List<JoinedEvent> sleeps = Recorded.read(file, "jdk.ThreadSleep");
        assertThat(sleeps).hasSize(tasks);
        assertThat(sleeps.stream().filter(sleep -> sleep.context().isEmpty())).hasSize(tasks / 3);
        assertThat(sleeps.stream().map(sleep -> sleep.context().get("order")).filter(order -> order != null).distinct())
                .hasSize(tasks - tasks / 3);
    }

    @Test
    void contextsLeftOpenAreClosedWithTheOneAroundThem() throws Exception {
        long healed = RecordingContext.counters().get("contexts.healed");
        Path file = Recorded.file(() -> {
            var outer = RecordingContext.where(ORDER, 1).build();
            var forgotten = RecordingContext.where(STAGE, "load").build();
            RecordingContext.where(STAGE, "check").build();
            Recorded.sleep();
            outer.close();
            Recorded.sleep();
            forgotten.close();
            outer.close();
            assertThat(ORDER.isBound()).isFalse();
        });
        assertThat(Recorded.contexts(file, "jdk.ThreadSleep", Thread.currentThread()))
                .containsExactly(Map.of("order", 1L, "stage", "check"), Map.of());
        assertThat(RecordingContext.counters().get("contexts.healed") - healed).isEqualTo(2);
    }

    @Test
    void aContextClosedOnAnotherThreadIsTakenOffByItsOwn() throws Exception {
        long elsewhere = RecordingContext.counters().get("contexts.closed.elsewhere");
        var outer = RecordingContext.where(ORDER, 1).build();
        var inner = RecordingContext.where(STAGE, "load").build();
        Thread other = new Thread(inner::close);
        other.start();
        other.join();
        assertThat(STAGE.isBound()).isFalse();
        assertThat(ORDER.isBound()).isTrue();
        outer.close();
        inner.close();
        assertThat(RecordingContext.counters().get("contexts.closed.elsewhere") - elsewhere).isEqualTo(1);
    }

    @Test
    void aContextOfAThreadThatEndedIsCountedAndForgotten() throws Exception {
        long abandoned = RecordingContext.counters().get("contexts.abandoned");
        Thread thread = new Thread(() -> RecordingContext.where(ORDER, 1).build());
        thread.start();
        thread.join();
        List<RecordingScope> seen = new ArrayList<>();
        Current.forEach(seen::add);
        assertThat(seen).isEmpty();
        assertThat(RecordingContext.counters().get("contexts.abandoned") - abandoned).isEqualTo(1);
    }

    @Test
    void moreThreadsThanTheTableHoldsEachFindTheirOwn() throws Exception {
        int threads = 300;
        CountDownLatch open = new CountDownLatch(threads);
        List<Thread> all = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int number = i;
            Runnable work = () -> {
                try (var context = RecordingContext.where(ORDER, number).build()) {
                    open.countDown();
                    open.await(1, TimeUnit.MINUTES);
                    assertThat(Current.scope().toMap()).isEqualTo(Map.of("order", (long) number));
                } catch (Throwable failure) {
                    synchronized (failures) {
                        failures.add(failure);
                    }
                }
                assertThat(Current.scope()).isNull();
            };
            Thread thread = new Thread(null, work, "crowd-" + i, 128 << 10);
            while (ThreadId.of(thread) % 1_024 != 77) { // all in two windows of the table
                thread = new Thread(null, work, "crowd-" + i, 128 << 10);
            }
            all.add(thread);
            thread.start();
        }
        for (Thread thread : all) {
            thread.join();
        }
        assertThat(failures).isEmpty();
        List<RecordingScope> left = new ArrayList<>();
        Current.forEach(left::add);
        assertThat(left).isEmpty();
    }

    @Test
    void entriesPastTheLimitAreDroppedAndCounted() {
        long dropped = RecordingContext.counters().get("entries.dropped");
        var builder = RecordingContext.where(ORDER, 0);
        for (int i = 1; i < 70; i++) {
            builder.where(RecordingContextKey.forName("key" + i), i);
        }
        try (var context = builder.build(); var inner = RecordingContext.where(ORDER, 2).where(STAGE, "x").build()) {
            assertThat(Current.scope().toMap()).hasSize(64).containsEntry("order", 2L).doesNotContainKey("stage");
            assertThat(Current.scope().recorded()).isEqualTo(1);
        }
        assertThat(RecordingContext.counters().get("entries.dropped") - dropped).isEqualTo(7);
    }

    @Test
    void longTextsAreCutInTheRecordingAndCounted() throws Exception {
        long cut = RecordingContext.counters().get("values.cut");
        Path file = Recorded.file(() -> {
            try (var context = RecordingContext.where(STAGE, "x".repeat(5000)).build()) {
                Recorded.sleep();
            }
        });
        assertThat(Recorded.contexts(file, "jdk.ThreadSleep", Thread.currentThread()).get(0).get("stage").toString())
                .hasSize(4096).endsWith("x…");
        assertThat(RecordingContext.counters().get("values.cut") - cut).isEqualTo(1);
    }

    @Test
    void aContextOpenAtTheEndAndOneBegunBeforeAreKnown() throws Exception {
        try (var before = RecordingContext.where(ORDER, 1).build()) {
            Recording recording = Recorded.start();
            Recorded.sleep();
            var inside = RecordingContext.where(STAGE, "load").build();
            Recorded.sleep();
            Path first = Recorded.dump(recording);
            inside.close();
            Recorded.sleep();
            Path file = Recorded.stop(recording);
            recording.close();
            assertThat(Recorded.contexts(first, "jdk.ThreadSleep", Thread.currentThread()))
                    .containsExactly(Map.of("order", 1L), Map.of("order", 1L, "stage", "load"));
            assertThat(Recorded.contexts(file, "jdk.ThreadSleep", Thread.currentThread())).containsExactly(
                    Map.of("order", 1L), Map.of("order", 1L, "stage", "load"), Map.of("order", 1L));
        }
    }

    @Test
    void aContextBegunBeforeTheRecordingAndClosedInItEndsThere() throws Exception {
        var before = RecordingContext.where(ORDER, 1).build();
        Path file = Recorded.file(() -> {
            Recorded.sleep();
            before.close();
            Recorded.sleep();
        });
        assertThat(Recorded.contexts(file, "jdk.ThreadSleep", Thread.currentThread())).containsExactly(
                Map.of("order", 1L),
                Map.of());
    }
}
