package recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import sim.context.Context;
import sim.model.payload.ControlObject;
import sim.model.payload.PayloadEvent;
import sim.model.payload.PayloadSum;
import sim.payload.embedded.PayloadProbe;
import sim.payload.embedded.SplitProbe;
import sim.payload.recording.BoundProbe;
import sim.payload.runtime.Inside;
import sim.payload.runtime.JvmPayloads;
import sim.payload.runtime.LoosePayload;

/** What payload probes record, on a played clock. */
class PayloadTest {
    public static class Queries extends PayloadProbe {
        @Override
        public String getName() {
            return "Queries";
        }

        @Override
        public boolean isControlObjects() {
            return true;
        }

        @Override
        @SuppressWarnings("rawtypes")
        public Class<? extends Enum> getCustomTypes() {
            return Type.class;
        }

        @Override
        public String getControlObjectName(Object object) {
            return object instanceof StringBuilder ? "builder" : null;
        }
    }

    public enum Type {
        READ,
        WRITE
    }

    public enum Foreign {
        READ
    }

    public static class Other extends PayloadProbe {
        @Override
        public String getName() {
            return "Other";
        }
    }

    public static class Requests extends SplitProbe {
        @Override
        public String getName() {
            return "Requests";
        }
    }

    public static class Nested extends SplitProbe {
        @Override
        public String getName() {
            return "Nested";
        }

        @Override
        public boolean isReentrant() {
            return true;
        }

        @Override
        public boolean isPayloads() {
            return true;
        }
    }

    private final PayloadRuns runs = new PayloadRuns("payload.record=all,payload.events=true");

    @Test
    void theFigureOfTheAnnotatedCallTreeHoldsToTheDigit() {
        runs.call("method1", () -> {
            runs.call("method2", () -> {
                runs.payload(Queries.class, "A", 200);
                runs.payload(Queries.class, "B", 100);
                runs.payload(Queries.class, "A", 100);
            });
            runs.call("method3", () -> {
                runs.payload(Queries.class, "A", 300);
                runs.payload(Queries.class, "B", 200);
            });
        });
        runs.drain();

        assertThat(millis(runs.byText())).containsExactly(Map.entry("A", "3 600"), Map.entry("B", "2 300"));
        assertThat(millis(runs.leaves())).containsExactly(
                Map.entry("1 Queries method1/method2: A", "2 300"), Map.entry("1 Queries method1/method2: B", "1 100"),
                Map.entry("1 Queries method1/method3: A", "1 300"), Map.entry("1 Queries method1/method3: B", "1 200"));
        assertThat(runs.events.stream().map(event -> event.text() + " " + event.nanos() / 1_000_000))
                .containsExactly("A 200", "B 100", "A 100", "A 300", "B 200");
    }

    @Test
    void theFigureOfTheSplitCallTreeHoldsToTheDigit() {
        runs.call("method1", () -> {
            runs.split(Requests.class, "A", () -> {
                runs.call("method2", () -> runs.clock.passesMillis(100));
                runs.call("method2", () -> runs.clock.passesMillis(60));
                runs.call("method2", () -> runs.clock.passesMillis(40));
                runs.call("method3", () -> runs.clock.passesMillis(400));
            });
            runs.split(Requests.class, "B", () -> {
                runs.call("method2", () -> runs.clock.passesMillis(700));
                runs.call("method3", () -> runs.clock.passesMillis(50));
                runs.call("method3", () -> runs.clock.passesMillis(50));
            });
        });
        runs.drain();

        assertThat(figures(false)).containsExactly(Map.entry("method1", "1 1400 0"),
                Map.entry("method1/<A>", "1 600 0"), Map.entry("method1/<A>/method2", "3 200 200"),
                Map.entry("method1/<A>/method3", "1 400 400"), Map.entry("method1/<B>", "1 800 0"),
                Map.entry("method1/<B>/method2", "1 700 700"), Map.entry("method1/<B>/method3", "2 100 100"));
        assertThat(figures(true)).containsExactly(Map.entry("method1", "1 1400 0"),
                Map.entry("method1/method2", "4 900 900"), Map.entry("method1/method3", "3 500 500"));
    }

    @Test
    void aSplitTakesNothingFromItsCallersOwnTime() {
        runs.call("outer", () -> {
            runs.clock.passesMillis(5);
            runs.split(Requests.class, "A", () -> {
                runs.clock.passesMillis(7);
                runs.call("inner", () -> runs.clock.passesMillis(11));
            });
        });
        runs.drain();

        assertThat(figures(false)).containsEntry("outer", "1 23 12").containsEntry("outer/<A>", "1 18 0");
    }

    @Test
    void aSplitThatEndsInAnErrorHasIt() {
        runs.call("outer", () -> {
            runs.split(Requests.class, "A", () -> runs.call("inner", () -> runs.clock.passesMillis(1)));
            runs.api.enterSplit(Requests.class, "A");
            runs.clock.passesMillis(2);
            runs.api.exitSplit(new IllegalStateException("the controller threw"));
        });
        runs.drain();

        assertThat(runs.errors()).containsExactly(Map.entry("outer/<A>", 1L));
        assertThat(figures(false)).containsEntry("outer/<A>", "2 3 0").containsEntry("outer", "1 3 2");
    }

    @Test
    void nothingIsRecordedUntilSomebodyWantsIt() {
        PayloadRuns off = new PayloadRuns("");
        off.payload(Queries.class, "A", 1);
        off.drain();
        assertThat(off.rows).isEmpty();
        assertThat(off.probes.values()).singleElement()
                .satisfies(probe -> assertThat(probe.name()).isEqualTo("Queries"));

        off.api.startRecording("Queries", false);
        off.payload(Queries.class, "A", 1);
        off.payload(Other.class, "A", 1);
        off.api.stopRecording("Queries");
        off.payload(Queries.class, "A", 1);
        off.drain();
        assertThat(millis(off.leaves())).containsExactly(Map.entry("1 Queries : A", "1 1"));
        assertThat(off.recordings).last().satisfies(recording -> assertThat(recording.endMicros()).isPositive());
    }

    @Test
    void aPayloadCountsOnlyIfBothItsEndsAreInOneRecording() {
        runs.api.enter(Queries.class, null, null);
        runs.api.stopRecording("all");
        runs.api.startRecording("all", false);
        runs.api.exit("A", null);
        runs.drain();
        assertThat(runs.rows).isEmpty();
        assertThat(runs.counter("payloads.cut")).isOne();

        runs.payload(Queries.class, "A", 1);
        runs.drain();
        assertThat(runs.rows).singleElement().satisfies(row -> assertThat(row.recording()).isEqualTo(2));
    }

    @Test
    void anInnerPayloadOfTheSameProbeIsNotTaken() {
        runs.api.enter(Queries.class, null, null);
        runs.payload(Queries.class, "inner", 10);
        runs.payload(Other.class, "other", 5);
        runs.api.exit("outer", null);
        runs.drain();

        assertThat(millis(runs.byText())).containsExactly(Map.entry("other", "1 5"), Map.entry("outer", "1 15"));
    }

    @Test
    void aLoosePayloadHasThePlaceOfItsBeginAndTheTimeOfItsEndWhateverThreadEndsIt() throws InterruptedException {
        LoosePayload[] begun = new LoosePayload[2];
        runs.call("sends", () -> {
            begun[0] = runs.api.beginLoose(Queries.class);
            begun[1] = runs.api.beginLoose(Queries.class);
            runs.payload(Queries.class, "waited for", 10);
        });
        runs.clock.passesMillis(5);
        Thread other = new Thread(() -> {
            begun[1].end("second", Type.WRITE, new IllegalStateException());
            begun[1].end("never", null, null);
        });
        other.start();
        other.join();
        runs.call("elsewhere", () -> begun[0].end("first", null, null));
        runs.drain();

        assertThat(millis(runs.leaves())).containsExactly(Map.entry("1 Queries sends: first", "1 15"),
                Map.entry("1 Queries sends: second", "1 15"), Map.entry("1 Queries sends: waited for", "1 10"));
        assertThat(runs.byText().get("second").errors()).isOne();
        assertThat(runs.events).filteredOn(event -> event.text().equals("second")).singleElement()
                .satisfies(event -> assertThat(event.thread()).isEqualTo(Thread.currentThread().getName()));
    }

    @Test
    void aLoosePayloadIsCutByTheEndOfItsRecordingAndForgottenWhereItNeverEnds() {
        LoosePayload begun = runs.api.beginLoose(Queries.class);
        runs.api.beginLoose(Queries.class);
        runs.api.stopRecording("all");
        assertThat(runs.api.beginLoose(Queries.class)).isNull();
        begun.end("A", null, null);
        runs.drain();

        assertThat(runs.rows).isEmpty();
        assertThat(runs.counter("payloads.cut")).isOne();
        assertThat(runs.counter("payloads.lost")).isZero();
    }

    @Test
    void aReentrantSplitSplitsInsideItselfAndAPlainOneDoesNot() {
        runs.call("m", () -> runs.split(Nested.class, "A", () -> runs.split(Requests.class, "B",
                () -> runs.split(Nested.class, "C", () -> runs.split(Requests.class, "D",
                        () -> runs.call("n", () -> runs.clock.passesMillis(1)))))));
        runs.drain();

        assertThat(figures(false)).containsKey("m/<A>/<B>/<C>/n").doesNotContainKey("m/<A>/<B>/<C>/<D>");
        assertThat(millis(runs.byText())).containsExactly(Map.entry("A", "1 1"), Map.entry("C", "1 1"));
    }

    @Test
    void nullDescribesNothingAndSplitsNothing() {
        runs.payload(Queries.class, null, 1);
        runs.call("m", () -> runs.split(Requests.class, null, () -> runs.call("n", () -> runs.clock.passesMillis(1))));
        runs.drain();

        assertThat(runs.rows).isEmpty();
        assertThat(figures(false)).containsOnlyKeys("m", "m/n");
    }

    @Test
    void payloadsBelongToControlObjectsAndTypes() {
        Object connection = new Object();
        StringBuilder unknown = new StringBuilder();
        runs.api.open(Queries.class, connection, "connection 1");
        for (Type type : Type.values()) {
            runs.api.enter(Queries.class, connection, type);
            runs.clock.passesMillis(3);
            runs.api.exit("A", null);
        }
        runs.api.enter(Queries.class, unknown, Foreign.READ);
        runs.clock.passesMillis(1);
        runs.api.exit("A", new IllegalStateException());
        runs.api.close(Queries.class, connection);
        runs.drain();

        assertThat(runs.objects.values()).extracting(ControlObject::name).containsExactly("connection 1", "builder");
        assertThat(runs.objects.get(1L).end()).isEqualTo(ControlObject.End.CLOSED);
        assertThat(runs.objectRows)
                .extracting(row -> row.object() + " " + row.type() + " " + row.sum().total() / 1_000_000
                        + " " + row.sum().errors())
                .containsExactlyInAnyOrder("1 0 3 0", "1 1 3 0", "2 -1 1 1");
        assertThat(runs.counter("payloads.types.foreign")).isOne();
        assertThat(runs.events).extracting(PayloadEvent::kind).containsExactly(PayloadEvent.Kind.OPEN,
                PayloadEvent.Kind.PAYLOAD, PayloadEvent.Kind.PAYLOAD, PayloadEvent.Kind.PAYLOAD,
                PayloadEvent.Kind.CLOSE);
        assertThat(runs.events).extracting(PayloadEvent::text).startsWith("connection 1").endsWith("connection 1");
    }

    /** As in the published samples. */
    public static class Urls extends SplitProbe {}

    @Test
    void aSplitProbeWithoutANameIsCalledByItsClass() {
        runs.call("m", () -> runs.split(Urls.class, "/order", () -> {}));
        runs.drain();

        assertThat(runs.probes.values()).extracting(each -> each.name() + " " + each.splits()).contains("Urls true");
    }

    @Test
    void aBookmarkIsAnEventInTheCurrentContext() {
        Context context = runs.metering.createContext("order", "test");
        runs.api.bookmark("half-time");
        runs.api.bookmark(null);
        runs.metering.endContext(null);

        assertThat(runs.metering.drain().events())
                .extracting(each -> each.name() + " " + (each.context() == context.id())
                        + " " + each.values().get("description"))
                .containsExactly("Bookmark true half-time",
                        "Bookmark true null");
    }

    /** What leaks: a stream that is never read, a connection that was pooled before the recording began and is never used. */
    @Test
    void anOpenControlObjectIsToldOfWithoutAPayload() {
        runs.api.stopRecording("all");
        Object pooledBefore = new Object();
        Object neverRead = new Object();
        runs.api.open(Queries.class, pooledBefore, "pooled before");
        runs.drain();
        assertThat(runs.objects).isEmpty();

        runs.api.startRecording("all", false);
        runs.api.open(Queries.class, neverRead, "never read");
        runs.drain();

        assertThat(runs.objects.values()).extracting(each -> each.name() + " " + each.end())
                .containsExactlyInAnyOrder("pooled before OPEN", "never read OPEN");
        runs.api.close(Queries.class, neverRead);
        runs.drain();
        assertThat(runs.objects.values()).extracting(each -> each.name() + " " + each.end())
                .containsExactlyInAnyOrder("pooled before OPEN", "never read CLOSED");
    }

    @Test
    void anObjectThatIsClosedInsideItsPayloadStaysOneObject() {
        Object process = new Object();
        Object another = new Object();
        runs.api.open(Queries.class, process, "process");
        JvmPayloads payloads = runs.api;
        BoundProbe queries = payloads.bind(Queries.class);
        long number = payloads.enter(queries, process, null);
        payloads.close(Queries.class, process);
        payloads.exit(number, queries, "wait", process, null, null);
        payloads.open(Queries.class, process, "opened again");
        number = payloads.enter(queries, process, null);
        payloads.exit(number, queries, "wait", another, null, null);
        runs.drain();

        assertThat(runs.objectRows).extracting(row -> runs.objects.get(row.object()).name())
                .containsExactlyInAnyOrder("process", "Object #3");
        assertThat(runs.objects).hasSize(3);
    }

    @Test
    void controlObjectsAreNotKeptAlive() throws Exception {
        for (int i = 0; i < 1_000; i++) {
            runs.api.enter(Queries.class, new byte[100_000], null);
            runs.api.exit("A", null);
        }
        await().pollInSameThread().untilAsserted(() -> {
            System.gc();
            runs.drain();
            assertThat(collected()).isGreaterThanOrEqualTo(990);
        });
    }

    /** What leaks fastest: opened, never used, and gone before anybody looks. Opened while the probe records, or before. */
    @Test
    void aControlObjectThatIsCollectedUnusedBeforeADrainIsToldOf() throws Exception {
        runs.api.stopRecording("all");
        List<Reference<Object>> left = new ArrayList<>();
        ReferenceQueue<Object> gone = new ReferenceQueue<>();
        left.add(openedAndLeft("pooled before", gone));
        runs.api.startRecording("all", false);
        left.add(openedAndLeft("never read", gone));
        awaitCollected(gone, 2);
        left.add(new WeakReference<>(new Object(), gone));
        awaitCollected(gone, 1); // what an earlier collection found is in its queues by now

        runs.drain();
        assertThat(runs.objects.values()).extracting(each -> each.name() + " " + each.end())
                .containsExactlyInAnyOrder("pooled before COLLECTED", "never read COLLECTED");
    }

    private Reference<Object> openedAndLeft(String name, ReferenceQueue<Object> gone) {
        Object left = new Object();
        runs.api.open(Queries.class, left, name);
        return new WeakReference<>(left, gone);
    }

    private static void awaitCollected(ReferenceQueue<Object> gone, int references) throws InterruptedException {
        for (int i = 0; i < references; i++) {
            await().until(() -> {
                System.gc();
                return gone.poll() != null;
            });
        }
    }

    @Test
    void aControlObjectThatIsOpenedAgainBeforeADrainIsToldOfTwice() {
        runs.api.open(Queries.class, this, "first");
        runs.api.open(Queries.class, this, "second");
        runs.drain();
        assertThat(runs.objects.values()).extracting(each -> each.name() + " " + each.end())
                .containsExactlyInAnyOrder("first CLOSED", "second OPEN");
    }

    private long collected() {
        return runs.objects.values().stream().filter(object -> object.end() == ControlObject.End.COLLECTED).count();
    }

    public static class Pooled extends PayloadProbe implements sim.payload.spi.Reentrant {
        @Override
        public String getName() {
            return "Pooled";
        }

        @Override
        public boolean isControlObjects() {
            return true;
        }
    }

    @Test
    void whatIsInsideAReentrantPayloadReplacesItAllButItsTime() {
        Object wrapper = new Object();
        Object physical = new Object();
        runs.api.open(Pooled.class, physical, "physical");
        runs.call("m", () -> {
            runs.api.enter(Pooled.class, wrapper, null);
            runs.clock.passesMillis(2);
            runs.api.enter(Pooled.class, wrapper, null);
            runs.call("driver", () -> {
                runs.api.enter(Pooled.class, physical, null);
                runs.clock.passesMillis(3);
                runs.api.exit("inner", null);
            });
            runs.api.exit("between", null);
            runs.api.exit("outer", null);
        });
        runs.drain();

        assertThat(millis(runs.leaves())).containsExactly(Map.entry("1 Pooled m: inner", "1 5"));
        assertThat(runs.objectRows).singleElement()
                .satisfies(row -> assertThat(runs.objects.get(row.object()).name()).isEqualTo("physical"));
    }

    @Test
    void payloadsInsideASplitStandInItsPart() {
        runs.call("m", () -> runs.split(Requests.class, "GET /", () -> runs.payload(Queries.class, "A", 2)));
        runs.drain();

        assertThat(millis(runs.leaves())).containsExactly(Map.entry("1 Queries m/<GET />: A", "1 2"));
    }

    @Test
    void misuseIsHealedAndCounted() {
        runs.payload(Queries.class, "A", 1);
        runs.api.exit("nothing was begun", null);
        runs.api.exitSplit(null);
        assertThat(runs.counter("payloads.unmatched")).isOne();
        assertThat(runs.counter("splits.unmatched")).isOne();

        runs.call("m", () -> {
            runs.call("leaky", () -> runs.api.enter(Queries.class, null, null));
            runs.call("leaky", () -> runs.payload(Queries.class, "A", 1));
            runs.api.enter(Other.class, null, null);
            runs.call("leaky", () -> runs.api.enter(Queries.class, null, null));
            runs.api.exit("B", null);
            runs.call("leaky", () -> runs.api.enterSplit(Requests.class, "lost"));
            runs.call("after", () -> {});
        });
        runs.drain();

        assertThat(millis(runs.byText())).containsOnlyKeys("A", "B");
        assertThat(runs.leaves().keySet()).anyMatch(leaf -> leaf.contains("Other m: B"));
        assertThat(runs.counter("payloads.lost")).isEqualTo(2);
        assertThat(runs.counter("splits.lost")).isOne();
        assertThat(figures(false)).containsKey("m/after");
    }

    @Test
    void anEndOnAnotherThreadIsNobodysEnd() throws Exception {
        runs.api.enter(Queries.class, null, null);
        Thread other = new Thread(() -> runs.api.exit("A", null));
        other.start();
        other.join();
        runs.api.exit("B", null);
        runs.drain();

        assertThat(runs.byText()).containsOnlyKeys("B");
        assertThat(runs.counter("payloads.unmatched")).isOne();
    }

    @Test
    void whatAProbeClassThrowsIsCountedAndNothingElse() {
        runs.payload(Broken.class, "A", 1);
        runs.api.enter(Broken.class, new Object(), Type.READ);
        runs.api.exit("B", null);
        runs.payload(Recursive.class, "C", 1);
        runs.drain();

        assertThat(runs.byText()).containsOnlyKeys("A", "B", "C");
        assertThat(runs.probes.values()).extracting(probe -> probe.name()).contains("Broken", "Recursive");
        assertThat(runs.counter("payloads.handlers.failed")).isGreaterThanOrEqualTo(3);
    }

    public static class Broken extends PayloadProbe {
        @Override
        public String getName() {
            throw new IllegalStateException("no name");
        }

        @Override
        public boolean isControlObjects() {
            throw new StackOverflowError();
        }

        @Override
        public String getControlObjectName(Object object) {
            throw new OutOfMemoryError("not really");
        }
    }

    /** Uses itself while it is asked. */
    public static class Recursive extends PayloadProbe {
        static PayloadRuns runs;

        @Override
        public String getName() {
            if (runs != null) {
                runs.payload(Recursive.class, "inside", 1);
            }
            return "Recursive";
        }
    }

    @Test
    void aMillionDistinctDescriptionsLeaveTheSumsExactAndTheHeapWhereItWas() {
        PayloadRuns flooded = new PayloadRuns("payload.record=all");
        flooded.call("m", () -> {
            for (int i = 0; i < 1_000_000; i++) {
                flooded.api.enter(Queries.class, null, null);
                flooded.clock.passes(10);
                flooded.api.exit("statement " + i, null);
            }
        });
        flooded.call("n", () -> flooded.payload(Queries.class, "known", 1));
        flooded.drain();

        assertThat(flooded.rows).hasSize(1_002);
        assertThat(flooded.byText()).containsKeys("[other]", "known");
        assertThat(flooded.rows.stream().mapToLong(row -> row.sum().count()).sum()).isEqualTo(1_000_001);
        assertThat(flooded.rows.stream().mapToLong(row -> row.sum().total()).sum()).isEqualTo(11_000_000);
        assertThat(flooded.counter("payloads.folded")).isEqualTo(999_000);
    }

    @Test
    void aMillionDistinctSplitsShareANode() {
        runs.call("m", () -> {
            for (int i = 0; i < 100_000; i++) {
                runs.split(Requests.class, "/order/" + i, () -> runs.call("n", () -> runs.clock.passes(10)));
            }
        });
        runs.drain();

        Map<String, long[]> shown = runs.calls(false);
        assertThat(shown).hasSize(2 + 2 * 101 - 1);
        assertThat(shown.get("m/<[other]>")[0]).isEqualTo(99_900);
        assertThat(runs.calls(true).get("m/n")).containsExactly(100_000, 1_000_000, 1_000_000);
    }

    @Test
    void aLongDescriptionIsCut() {
        String megabytes = "x".repeat(10 << 20);
        runs.payload(Queries.class, megabytes, 1);
        runs.payload(Queries.class, megabytes, 1);
        runs.drain();

        assertThat(runs.rows).singleElement().satisfies(row -> {
            assertThat(row.text()).hasSizeLessThanOrEqualTo(512);
            assertThat(row.sum().count()).isEqualTo(2);
        });
    }

    @Test
    void eventsPastTheirBoundAreAddedUpByTheMinute() {
        PayloadRuns bounded = new PayloadRuns("payload.record=all,payload.events=true,payload.events.max=10");
        for (int i = 0; i < 100; i++) {
            bounded.payload(Queries.class, "A", 1);
        }
        bounded.drain();

        assertThat(bounded.events).hasSize(10);
        assertThat(bounded.minutes.stream().mapToLong(minute -> minute.sum().count()).sum()).isEqualTo(90);
        assertThat(bounded.minutes.stream().mapToLong(minute -> minute.sum().total()).sum()).isEqualTo(90_000_000);
        assertThat(bounded.counter("payload.events.consolidated")).isEqualTo(90);
    }

    @Test
    void payloadsTooDeepAreCountedAndTheRestStaysRight() {
        nest(3_000);
        runs.payload(Queries.class, "B", 1);
        runs.drain();

        assertThat(runs.byText()).containsOnlyKeys("A", "B");
        assertThat(runs.counter("payloads.too.deep")).isPositive();
        assertThat(runs.counter("payloads.unmatched")).isZero();
    }

    private void nest(int deep) {
        runs.api.enter(deep % 2 == 0 ? Queries.class : Other.class, null, null);
        if (deep > 1) {
            nest(deep - 1);
        }
        runs.api.exit("A", null);
    }

    @Test
    void telemetriesAreAskedWhileTheirProbeRecords() throws Exception {
        AtomicBoolean called = new AtomicBoolean();
        Measured.freeCalls = () -> runs.call("free", () -> called.set(true));
        runs.payload(Measured.class, "A", 1);
        await().pollInSameThread().untilAsserted(() -> {
            runs.drain();
            assertThat(runs.points).hasSizeGreaterThanOrEqualTo(4);
        });
        runs.api.stopRecording("all");

        Measured.freeCalls = null;
        assertThat(called.get()).isTrue();
        assertThat(figures(false)).as("the application has not called it").doesNotContainKey("free");
        assertThat(runs.points).extracting(point -> point.telemetry() + " " + point.line() + " " + point.value())
                .contains("pool used 3.5", "pool free 7.0");
        assertThat(runs.counter("payload.telemetries.failed")).isOne();
        assertThat(runs.probes.values()).filteredOn(probe -> probe.name().equals("Measured")).first()
                .satisfies(probe -> assertThat(probe.lines()).hasSize(3));
    }

    public static class Measured extends PayloadProbe {
        @Override
        public String getName() {
            return "Measured";
        }

        @sim.payload.embedded.telemetry.Telemetry(value = "pool", line = "used")
        public static java.math.BigDecimal used() {
            return new java.math.BigDecimal("3.5");
        }

        @sim.payload.embedded.telemetry.Telemetry(value = "pool", line = "free")
        public static long free() {
            Runnable called = freeCalls;
            if (called != null) {
                called.run();
            }
            return 7;
        }

        /** What the woven code of the method does. */
        static volatile Runnable freeCalls;

        @sim.payload.embedded.telemetry.Telemetry("broken")
        public static int broken() {
            throw new IllegalStateException("no number");
        }
    }

    @Test
    void aPayloadMetBeforeAllocatesNothing() {
        PayloadRuns on = new PayloadRuns("payload.record=all");
        PayloadRuns off = new PayloadRuns("");
        Object connection = new Object();
        for (PayloadRuns each : List.of(on, off)) {
            long least = Long.MAX_VALUE;
            for (int round = 0; round < 100; round++) {
                long before = allocated();
                for (int i = 0; i < 1_000; i++) {
                    each.api.enter(Queries.class, connection, Type.READ);
                    each.api.exit("A", null);
                }
                least = Math.min(least, allocated() - before);
            }
            assertThat(least).as(each == on ? "on" : "off").isZero();
        }
    }

    private static final com.sun.management.ThreadMXBean THREADS = (com.sun.management.ThreadMXBean) ManagementFactory
            .getThreadMXBean();

    private static long allocated() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }

    @Test
    void whenNothingRecordsAnyMoreTheWayIsShortAgain() {
        runs.payload(Queries.class, "A", 1);
        runs.api.enter(Queries.class, null, null);
        runs.api.stopRecording("all");
        runs.drain();
        assertThat(Inside.of(runs.metering).isActive()).isTrue();
        runs.api.exit("A", null);
        runs.drain();
        assertThat(Inside.of(runs.metering).isActive()).isFalse();
    }

    private Map<String, String> figures(boolean merged) {
        Map<String, String> figures = new TreeMap<>();
        runs.calls(merged).forEach((path, sums) -> figures.put(path,
                sums[0] + " " + sums[1] / 1_000_000 + " " + sums[2] / 1_000_000));
        return figures;
    }

    private static Map<String, String> millis(Map<String, PayloadSum> sums) {
        return new TreeMap<>(sums.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey,
                entry -> entry.getValue().count() + " " + entry.getValue().total() / 1_000_000)));
    }
}
