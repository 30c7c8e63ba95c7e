package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.jinspired.probes.Probes;
import org.jinspired.probes.strategy.ProbesStrategy;
import org.jinspired.probes.strategy.ProbesStrategyFactory;
import org.junit.jupiter.api.Test;
import sim.context.Context;
import sim.model.snapshot.FailureRecord;
import sim.model.snapshot.HotspotControl;
import sim.model.snapshot.Snapshot;
import sim.model.snapshot.StackRecord;

/** What is told of exceptions: each counted once where it began, and the stacks of some. */
class FailuresTest {
    private final Runs runs = new Runs("meters=wall");
    private final ProbeSite outer = runs.site("outer");
    private final ProbeSite inner = runs.site("inner");

    @Test
    void anExceptionThatPassesThroughCallsAndContextsCountsOnceWhereItBegan() {
        for (int i = 0; i < 1_000; i++) {
            IllegalStateException error = new IllegalStateException("order " + i);
            outer.begin();
            runs.metering.createContext("order", "");
            inner.begin();
            inner.end(error);
            runs.metering.endContext(error);
            outer.end(error);
        }
        assertThat(counts(runs.metering.drain())).containsExactly(Map.entry("IllegalStateException inner", 1_000L));
    }

    @Test
    void oneThatPassesACallWithALostEndCountsOnce() {
        ProbeSite lost = runs.site("lost");
        for (int i = 0; i < 10; i++) {
            IllegalStateException error = new IllegalStateException();
            outer.begin();
            lost.begin();
            fail(inner, error);
            outer.end(error);
        }
        assertThat(counts(runs.metering.drain())).containsExactly(Map.entry("IllegalStateException inner", 10L));
    }

    /** Its frame is given up at the next end, which knows nothing of the exception. */
    @Test
    void oneThatPassesACallThatIsSwitchedOffMeanwhileCountsOnce() {
        Runs switched = new Runs("meters=wall,hotspot.enabled=true");
        ProbeSite around = switched.site("around");
        ProbeSite middle = switched.site("middle");
        IllegalStateException error = new IllegalStateException();
        around.begin();
        middle.begin();
        fail(switched.site("inside"), error);
        switched.metering.control(new HotspotControl(HotspotControl.Action.DISABLE, "test", "middle", -1, -1));
        middle.end(error);
        around.end(error);
        assertThat(switched.drain().failures()).singleElement()
                .satisfies(failure -> assertThat(failure.count()).isEqualTo(1));
    }

    /** As in a finally whose call fails, which is caught there. */
    @Test
    void oneThatPassesWhileAnotherOneIsCaughtCountsOnce() {
        for (int i = 0; i < 10; i++) {
            IllegalStateException error = new IllegalStateException();
            outer.begin();
            fail(inner, error);
            fail(runs.site("close"), new java.io.IOException("closed"));
            outer.end(error);
        }
        assertThat(counts(runs.metering.drain())).containsExactly(Map.entry("IOException close", 10L),
                Map.entry("IllegalStateException inner", 10L));
    }

    @Test
    void oneThatPassesACallThatAStrategyVotedOutCountsOnce() {
        Runs voted = Runs.with("probes.strategies=muted,meters=wall", "strategy.muted", Muted.class);
        ProbeSite muted = voted.site("muted");
        ProbeSite around = voted.site("around");
        for (int i = 0; i < 10; i++) {
            IllegalStateException error = new IllegalStateException();
            around.begin();
            muted.begin();
            fail(voted.site("inside"), error);
            muted.end(error);
            around.end(error);
        }
        Snapshot snapshot = voted.drain();
        assertThat(voted.rows()).containsOnlyKeys("around", "around/inside");
        assertThat(snapshot.failures()).singleElement()
                .satisfies(failure -> assertThat(failure.count()).isEqualTo(10));
    }

    /** Votes against one name. */
    public static final class Muted implements ProbesStrategyFactory {
        @Override
        public void init(Probes.Environment environment) {
            // nothing to prepare
        }

        @Override
        public ProbesStrategy create(Probes.Context context) {
            return probe -> probe.getName().toString().endsWith("muted") ? -1 : 0;
        }
    }

    /** An application may throw one object again and again. */
    @Test
    void theSameExceptionThrownAgainCountsAgain() {
        RuntimeException error = new RuntimeException("one for all");
        for (int i = 0; i < 100; i++) {
            outer.begin();
            inner.begin();
            inner.end(error);
            inner.begin();
            inner.end(error);
            outer.end(null);
        }
        for (int i = 0; i < 7; i++) {
            runs.metering.createContext("order", "");
            inner.begin();
            inner.end(error);
            runs.metering.endContext(error);
        }
        assertThat(counts(runs.metering.drain()).values().stream().mapToLong(each -> each).sum()).isEqualTo(207);
    }

    @Test
    void anExceptionOfAContextWithoutFailedCallsIsCountedWithoutAPlace() {
        for (int i = 0; i < 5; i++) {
            IllegalStateException error = new IllegalStateException();
            runs.metering.createContext("outer", "");
            runs.metering.createContext("inner", "");
            runs.metering.endContext(error);
            runs.metering.endContext(error);
        }
        assertThat(counts(runs.metering.drain())).containsExactly(Map.entry("IllegalStateException ", 5L));
    }

    @Test
    void onVirtualThreadsToo() throws Exception {
        assumeThat(Runtime.version().feature()).as("virtual threads").isGreaterThanOrEqualTo(21);
        Thread thread = (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null,
                (Runnable) () -> {
                    for (int i = 0; i < 50; i++) {
                        IllegalStateException error = new IllegalStateException();
                        outer.begin();
                        inner.begin();
                        inner.end(error);
                        outer.end(error);
                    }
                });
        thread.join();
        assertThat(counts(runs.metering.drain())).containsExactly(Map.entry("IllegalStateException inner", 50L));
    }

    @Test
    void theFirstOfEachTypeAndPlaceIsReadAndThenSoManyASecond() {
        Runs few = new Runs("meters=wall,errors.stacks=3");
        ProbeSite site = few.site("find");
        ProbeSite other = few.site("save");
        long began = System.nanoTime();
        for (int i = 0; i < 2_000; i++) {
            few.metering.createContext("order", "");
            fail(site, declined(i));
            few.metering.endContext(null);
        }
        fail(other, declined(1));
        long seconds = (System.nanoTime() - began) / 1_000_000_000 + 2;
        Snapshot snapshot = few.metering.drain();
        List<StackRecord> stacks = snapshot.stacks();
        assertThat(snapshot.failures().stream().mapToLong(FailureRecord::count).sum()).isEqualTo(2_001);
        assertThat(stacks.stream().mapToLong(StackRecord::reads).sum()).isBetween(2L, 3 * seconds + 2);
        StackRecord first = stacks.get(0);
        assertThat(first.type()).isEqualTo(IllegalArgumentException.class.getName());
        assertThat(first.message()).startsWith("java.lang.IllegalArgumentException: declined");
        assertThat(first.contexts()).hasSize((int) first.reads());
        assertThat(first.text()).startsWith("\tat sim.metrics.probe.FailuresTest.declined(FailuresTest.java:")
                .contains("Caused by: java.io.IOException: password=[redacted]", "\t... ").doesNotContain("secret");
        assertThat(stacks).anyMatch(stack -> stack.node() != first.node());
        assertThat(few.metering.drain().stacks()).isEmpty();
    }

    private static IllegalArgumentException declined(int number) {
        return new IllegalArgumentException("declined " + number, new java.io.IOException("password=secret" + number));
    }

    @Test
    void noStackIsReadWhereNobodyWantsOne() {
        Runs none = new Runs("meters=wall,errors.stacks=0");
        fail(none.site("find"), new IllegalStateException());
        Snapshot snapshot = none.metering.drain();
        assertThat(snapshot.failures()).hasSize(1);
        assertThat(snapshot.stacks()).isEmpty();
    }

    /** Its methods are the application's. */
    @Test
    void anExceptionThatFailsWhenItIsAskedDoesNotThrowIntoTheProgram() {
        fail(inner, new RuntimeException() {
            @Override
            public StackTraceElement[] getStackTrace() {
                throw new IllegalStateException("broken");
            }

            @Override
            public String getMessage() {
                throw new IllegalStateException("broken");
            }
        });
        Snapshot snapshot = runs.metering.drain();
        assertThat(snapshot.failures()).hasSize(1);
        assertThat(snapshot.stacks()).isEmpty();
        assertThat(runs.counter("errors.stacks.dropped")).isEqualTo(1);
    }

    @Test
    void placesPastTheBoundAreCountedByTheTypeAlone() {
        for (int i = 0; i < 1_200; i++) {
            fail(runs.site("m" + i), new IllegalStateException());
        }
        List<FailureRecord> failures = runs.metering.drain().failures();
        assertThat(failures).hasSize(1_001);
        assertThat(failures.stream().filter(each -> each.node() == 0)).singleElement()
                .satisfies(each -> assertThat(each.count()).isEqualTo(200));
    }

    @Test
    void noExceptionIsKeptAlive() {
        IllegalStateException error = new IllegalStateException("large");
        WeakReference<Throwable> reference = new WeakReference<>(error);
        Context context = runs.metering.createContext("order", "");
        fail(inner, error);
        runs.metering.endContext(error);
        error = null;
        assertThat(context.isOpen()).isFalse();
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
            System.gc();
            return reference.get() == null;
        });
    }

    private static void fail(ProbeSite site, Throwable error) {
        site.begin();
        site.end(error);
    }

    /** By simple type and method. */
    private Map<String, Long> counts(Snapshot snapshot) {
        Map<Integer, String> methods = runs.metering.namesAfter(0).stream()
                .collect(Collectors.toMap(name -> name.id(), name -> name.member()));
        Map<Integer, String> places = runs.metering.nodesAfter(0).stream()
                .collect(Collectors.toMap(node -> node.id(), node -> methods.get(node.name())));
        Map<String, Long> counts = new TreeMap<>();
        snapshot.failures().forEach(each -> counts.merge(each.type().substring(each.type().lastIndexOf('.') + 1) + " "
                + places.getOrDefault(each.node(), ""), each.count(), Long::sum));
        return counts;
    }
}
