package recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import sim.model.payload.ControlObject;
import sim.model.payload.PayloadEvent;
import sim.payload.embedded.PayloadProbe;
import sim.payload.embedded.SplitProbe;
import sim.payload.runtime.Inside;
import sim.payload.spi.PayloadRuntime;

/** Begins that are never ended, probes that use themselves, and what else a program does wrong. */
class PayloadMisuseTest {
    public static class Plain extends PayloadProbe {
        @Override
        public String getName() {
            return "Plain";
        }
    }

    public static class Urls extends SplitProbe {
        @Override
        public String getName() {
            return "Urls";
        }
    }

    private final PayloadRuns runs = new PayloadRuns("payload.record=all,payload.events=true");

    private void leak() {
        runs.api.enter(Plain.class, null, null);
        throw new IllegalStateException("and no finally");
    }

    private void work(String text) {
        runs.api.enter(Plain.class, null, null);
        runs.clock.passesMillis(1);
        runs.api.exit(text, null);
    }

    @Test
    void aBeginWithoutAnEndSilencesItsProbeForFifteenBeginsAtMost() {
        for (int i = 0; i < 3; i++) {
            work("before");
        }
        assertThatThrownBy(this::leak).hasMessage("and no finally");
        for (int i = 0; i < 100; i++) {
            work("after");
        }
        runs.drain();

        assertThat(runs.byText().get("before").count()).isEqualTo(3);
        assertThat(runs.byText().get("after").count()).isEqualTo(85);
        assertThat(runs.counter("payloads.lost")).isOne();
        assertThat(runs.counter("payloads.unmatched")).isZero();
    }

    @Test
    void soItDoesInsideACallThatLasts() {
        runs.call("main", () -> {
            assertThatThrownBy(this::leak).isNotNull();
            for (int i = 0; i < 100; i++) {
                work("after");
            }
        });
        runs.drain();

        assertThat(runs.byText().get("after").count()).isEqualTo(85);
    }

    @Test
    void oneWhoseEndsNeverComeIsGivenUpAgainAndAgain() {
        for (int i = 0; i < 5_000; i++) {
            assertThatThrownBy(this::leak).isNotNull();
        }
        work("after");
        runs.drain();

        assertThat(runs.counter("payloads.lost")).isGreaterThan(4_900);
        assertThat(runs.counter("payloads.too.deep")).isZero();
    }

    @Test
    void aSplitWithoutAnEndIsGivenUpLikewise() {
        leakSplit();
        for (int i = 0; i < 100; i++) {
            split("/" + i % 2);
        }
        runs.drain();

        Map<String, long[]> calls = runs.calls(false);
        assertThat(calls.get("</0>/m")[0] + calls.get("</1>/m")[0]).isEqualTo(85);
        assertThat(runs.counter("splits.lost")).isOne();
        assertThat(runs.calls(true).get("m")[0]).isEqualTo(100);
    }

    private void leakSplit() {
        runs.api.enterSplit(Urls.class, "lost");
    }

    private void split(String text) {
        runs.api.enterSplit(Urls.class, text);
        runs.call("m", () -> runs.clock.passes(1));
        runs.api.exitSplit(null);
    }

    @Test
    void oneThatLastsIsNoLostOne() {
        runs.api.enter(Plain.class, null, null);
        for (int i = 0; i < 10_000; i++) {
            work("inside");
        }
        runs.api.exit("outer", null);
        runs.drain();

        assertThat(runs.byText()).containsOnlyKeys("outer");
        assertThat(runs.byText().get("outer").total()).isEqualTo(10_000_000_000L);
        assertThat(runs.counter("payloads.lost")).isZero();
    }

    @Test
    void adviceIsNotDoubtedForItsMethodsAreNotOnTheStack() {
        for (int i = 0; i < 3; i++) {
            adviceBefore();
            for (int inside = 0; inside < 100; inside++) {
                adviceBefore();
                adviceAfter("inside");
            }
            adviceAfter("outer");
        }
        runs.drain();

        assertThat(runs.byText()).containsOnlyKeys("outer");
        assertThat(runs.byText().get("outer").count()).isEqualTo(3);
    }

    private void adviceBefore() {
        runs.api.enter(Plain.class, null, null);
    }

    private void adviceAfter(String text) {
        runs.api.exit(text, null);
    }

    @Test
    void aBeginWithoutAnEndKeepsNothingAwakeAfterTheStop() {
        runs.api.enter(Plain.class, null, null);
        runs.api.enterSplit(Urls.class, "open");
        runs.api.stopRecording("all");
        for (int i = 0; i < 3; i++) {
            assertThat(Inside.of(runs.metering).isActive()).isTrue();
            runs.drain();
        }

        assertThat(Inside.of(runs.metering).isActive()).isFalse();
        assertThat(runs.counter("payloads.cut")).isOne();
        runs.call("after", () -> runs.call("inner", () -> {}));
        runs.drain();
        assertThat(runs.calls(false)).containsKey("after/inner").doesNotContainKey("<open>/after/inner");
        runs.call("last", () -> {});
        runs.drain();
        assertThat(runs.calls(false)).containsKey("last");

        runs.api.startRecording("all", false);
        work("again");
        runs.drain();
        assertThat(runs.byText()).containsOnlyKeys("again");
        assertThat(runs.counter("payloads.lost")).isZero();
    }

    @Test
    void whatADeadThreadLeftOpenIsCounted() throws Exception {
        Thread left = new Thread(() -> runs.api.enter(Plain.class, null, null));
        left.start();
        left.join();
        runs.drain();

        assertThat(runs.counter("payloads.lost")).isOne();
    }

    @Test
    void aBeginWithoutAnEndLetsItsClassBeUnloaded() throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            WeakReference<ClassLoader> loader = new WeakReference<>(thread.submit(() -> {
                ChildFirst own = new ChildFirst(PayloadMisuseTest.class.getName());
                runs.api.enter(own.copy(Plain.class), new Object(), null);
                return own;
            }).get());
            runs.api.stopRecording("all");
            for (int i = 0; i < 1_000 && loader.get() != null; i++) {
                System.gc();
                runs.drain();
                thread.submit(() -> {}).get(); // lets go of the task before
            }
            assertThat(loader.get()).isNull();
        } finally {
            thread.shutdown();
        }
    }

    public static class Naming extends PayloadProbe {
        static PayloadRuntime api;

        @Override
        public String getName() {
            if (api != null) {
                api.exit("ends another's", null);
            }
            return "Naming";
        }

        @Override
        public boolean isControlObjects() {
            return true;
        }

        @Override
        public String getControlObjectName(Object object) {
            api.enter(Naming.class, "inner", null);
            api.enter(Plain.class, new Object(), null);
            api.exit("while it is asked", null);
            api.exit("while it is asked", null);
            return "named " + object;
        }
    }

    @Test
    void aProbeThatRunsPayloadsWhileItIsAskedDisturbsNone() {
        Naming.api = runs.api;
        runs.api.enter(Plain.class, null, null);
        runs.api.enter(Naming.class, "object", PayloadTest.Type.READ);
        runs.clock.passesMillis(5);
        runs.api.exit("A", null);
        runs.api.exit("B", null);
        runs.drain();

        assertThat(runs.byText()).containsOnlyKeys("A", "B");
        assertThat(runs.byText().get("A").total()).isEqualTo(5_000_000);
        assertThat(runs.objects.values()).extracting(ControlObject::name).containsExactly("named object");
        assertThat(runs.objectRows).filteredOn(row -> row.object() != 0).hasSize(1);
        assertThat(runs.counter("payloads.unmatched")).isZero();
    }

    @Test
    void aPoolsWrappersAreNoControlObjectsWhereTheDriverHasOne() {
        Object physical = new Object();
        runs.api.open(PayloadTest.Pooled.class, physical, "physical");
        for (int i = 0; i < 50; i++) {
            Object wrapper = new Object();
            runs.api.enter(PayloadTest.Pooled.class, wrapper, null);
            runs.api.enter(PayloadTest.Pooled.class, physical, null);
            runs.api.exit("A", null);
            runs.api.exit("A", null);
        }
        runs.api.enter(PayloadTest.Pooled.class, new StringBuilder(), null);
        runs.api.exit("no driver inside", null);
        runs.drain();

        assertThat(runs.objects.values()).extracting(ControlObject::name).containsExactly("physical",
                "StringBuilder #2");
        assertThat(runs.objectRows).extracting(row -> row.object() + " " + row.sum().count())
                .containsExactlyInAnyOrder("1 50", "2 1");
    }

    @Test
    void probesWhoseClassesShareAPlaceAreBothMetOnce() {
        PayloadRuns off = new PayloadRuns("");
        List<Class<?>> met = new ArrayList<>();
        Class<?> one = null;
        Class<?> other = null;
        while (other == null) { // of 257 at most, two share one
            Class<?> next = new ChildFirst(PayloadMisuseTest.class.getName()).copy(Plain.class);
            one = met.stream().filter(each -> (each.hashCode() & 0xFF) == (next.hashCode() & 0xFF)).findAny()
                    .orElse(null);
            other = one == null ? null : next;
            met.add(next);
        }
        for (Class<?> each : List.of(one, other)) {
            off.api.enter(each, null, null);
            off.api.exit("A", null);
            assertThat(Inside.isSeen(off.api, each)).isTrue();
        }
        off.drain();
        assertThat(Inside.isSeen(off.api, one)).as("so that it can be unloaded").isFalse();
    }

    @Test
    void openingsPastTheBoundOfEventsAreNoPayloads() {
        PayloadRuns bounded = new PayloadRuns("payload.record=all,payload.events=true,payload.events.max=10");
        Object connection = new Object();
        for (int i = 0; i < 10; i++) {
            bounded.api.open(PayloadTest.Queries.class, connection, "c");
            bounded.payload(PayloadTest.Queries.class, "A", 1);
            bounded.api.close(PayloadTest.Queries.class, connection);
        }
        bounded.drain();

        long kept = bounded.events.stream().filter(event -> event.kind() == PayloadEvent.Kind.PAYLOAD).count();
        long summed = bounded.minutes.stream().mapToLong(minute -> minute.sum().count()).sum();
        assertThat(kept + summed).isEqualTo(10);
        assertThat(bounded.counter("payload.events.consolidated")).isEqualTo(summed);
        assertThat(bounded.counter("payload.events.dropped")).isZero();
        assertThat(bounded.counter("payload.object.events.dropped")).isEqualTo(20 - (10 - kept));
        assertThat(bounded.minutes).extracting(minute -> minute.text()).containsOnly("A");
    }

    @Test
    void splitTextsAreGivenBackWithTheirRecording() {
        PayloadRuns bounded = new PayloadRuns("payload.splits=5");
        for (int recording = 0; recording < 20; recording++) {
            int first = recording * 100;
            bounded.api.startRecording("all", false);
            bounded.call("m", () -> {
                for (int i = 0; i < 8; i++) {
                    bounded.split(Urls.class, "/" + (first + i), () -> bounded.call("n", () -> {}));
                }
            });
            bounded.api.stopRecording("all");
        }
        bounded.drain();

        Map<String, long[]> calls = bounded.calls(false);
        assertThat(calls).containsKeys("m/</0>", "m/</4>", "m/</100>", "m/</904>", "m/<[other]>")
                .doesNotContainKeys("m/</5>", "m/</105>", "m/</1000>");
        assertThat(calls.get("m/<[other]>")[0]).isEqualTo(10 * 3 + 10 * 8);
    }

    @Test
    void aProbeThatWasStoppedStaysSoThoughAllAreWanted() {
        Class<?> again = new ChildFirst(PayloadMisuseTest.class.getName()).copy(Plain.class);
        work("A");
        runs.api.stopRecording("Plain");
        runs.api.enter(again, null, null);
        runs.api.exit("B", null);
        runs.drain();
        assertThat(runs.byText()).containsOnlyKeys("A");

        runs.api.startRecording(Plain.class.getName(), false);
        work("C");
        runs.api.stopRecording("Plain");
        runs.api.startRecording("all", false);
        work("D");
        runs.drain();
        assertThat(runs.rows).extracting(row -> row.recording() + row.text()).containsExactlyInAnyOrder("1A", "2C",
                "3D");
    }

    @Test
    void anExceptionThatPassesASplitCountsOnce() {
        for (int i = 0; i < 10; i++) {
            IllegalStateException error = new IllegalStateException();
            assertThatThrownBy(() -> runs.call("outer", () -> {
                runs.api.enterSplit(Urls.class, "/order");
                try {
                    runs.call("inner", () -> {
                        throw error;
                    });
                } finally {
                    runs.api.exitSplit(error);
                }
            })).isSameAs(error);
        }
        assertThat(runs.metering.drain().failures()).singleElement()
                .satisfies(failure -> assertThat(failure.count()).isEqualTo(10));
    }
}
