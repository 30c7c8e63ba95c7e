package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jinspired.probes.Probes;
import org.jinspired.probes.interceptor.ProbesInterceptor;
import org.jinspired.probes.interceptor.ProbesInterceptorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.model.snapshot.TreeRow;

/** Probes begun by hand that nothing refers to any more, with nothing outside them: found while their thread goes on. */
class LostProbesTest {
    @ParameterizedTest
    @ValueSource(strings = {"meters=wall", ""})
    void laterCallsOfTheThreadAreInsideItNoMore(String meters) {
        Runs runs = new Runs(meters);
        leak(runs, 1);
        call(runs, "swallowed");
        assertThat(lost(runs, 1)).isEqualTo(1);
        call(runs, "after");
        runs.metering.context().begin(runs.name("test.hand")).end();
        runs.drain();
        assertThat(runs.rows()).containsKeys("leaked/swallowed", "after", "hand").doesNotContainKeys("leaked",
                "leaked/after");
        assertThat(runs.counter("probes.closed")).isZero();
        assertThat(runs.counter("metering.failures")).isZero();
    }

    @Test
    void inStrictModeItIsSaid() {
        PrintStream before = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true));
        try {
            Runs runs = new Runs("meters=wall,probes.strict=true");
            leak(runs, 1);
            lost(runs, 1);
        } finally {
            System.setErr(before);
        }
        assertThat(said.toString().lines()).singleElement().asString().isEqualTo(
                "sim: probes.lost: test.leaked can no longer be ended on thread " + Thread.currentThread().getName()
                        + ", because nothing refers to it: end it in a finally clause");
    }

    @Test
    void allAreFoundAndThoseBetweenThemThatAreHeldStay() {
        Runs runs = new Runs("meters=wall");
        leak(runs, 100);
        Probes.Probe held = runs.metering.context().begin(runs.name("test.held"));
        leak(runs, 100);
        assertThat(lost(runs, 200)).isEqualTo(200);
        call(runs, "inner");
        held.end();
        call(runs, "after");
        runs.drain();
        assertThat(runs.rows().get("after").count()).isEqualTo(1);
        assertThat(runs.rows().keySet())
                .anyMatch(path -> path.endsWith("/held/inner") || path.endsWith("leaked/inner"));
        assertThat(runs.counter("probes.closed")).isZero();
        assertThat(runs.counter("probes.crossed")).isZero();
        assertThat(runs.counter("probes.lost")).isEqualTo(200);
    }

    /** A thread that only begins by hand, and never drains, looks for itself. */
    @Test
    void withoutADrainAThreadThatLosesManyFindsThem() {
        Runs runs = new Runs("meters=wall");
        await().pollInSameThread().until(() -> {
            leak(runs, 100);
            System.gc();
            return runs.counter("probes.lost") >= 100;
        });
        assertThat(runs.metering.threads.current().byHand).isLessThan(FrameStack.DEEPEST_BY_HAND);
    }

    /** Deep as it is, each is ended. */
    @Test
    void aDeepRecursionByHandIsCountedCallByCall() {
        Runs runs = new Runs("meters=wall");
        recurse(runs, 5_000);
        assertThat(counted(runs)).isEqualTo(5_000);
        assertThat(runs.counter("calls.too.deep")).isZero();
        assertNothingIsAmiss(runs);
    }

    /** Past the bound each is counted as too deep, and those outside it as ever. */
    @Test
    void whatIsDeeperThanTheBoundIsCountedAsTooDeep() {
        Runs runs = new Runs("meters=wall,numbers.memory=64MB");
        int deeper = FrameStack.DEEPEST_BY_HAND + 5_000;
        recurse(runs, deeper);
        assertThat(counted(runs)).isEqualTo(FrameStack.DEEPEST_BY_HAND);
        assertThat(runs.counter("calls.too.deep")).isEqualTo(5_000);
        recurse(runs, 10);
        assertThat(counted(runs)).isEqualTo(10);
        assertNothingIsAmiss(runs);
    }

    @Test
    void manyThatAreLostAreCountedOnceEach() {
        Runs runs = new Runs("meters=wall,numbers.memory=64MB");
        int many = FrameStack.DEEPEST_BY_HAND + 5_000;
        leak(runs, many);
        await().pollInSameThread().until(() -> {
            System.gc();
            runs.metering.drain();
            call(runs, "next");
            return runs.counter("probes.lost") + runs.counter("calls.too.deep") >= many;
        });
        assertThat(runs.counter("probes.lost") + runs.counter("calls.too.deep")).isEqualTo(many);
        assertThat(runs.metering.threads.current().byHand).isZero();
        assertThat(runs.metering.threads.current().more()).isZero();
    }

    @Test
    void manyThatWereOpenWhenTheirThreadEndedAreCountedOnceEach() throws InterruptedException {
        Runs runs = new Runs("meters=wall");
        Deque<Probes.Probe> held = new ArrayDeque<>();
        Thread thread = new Thread(() -> {
            for (int i = 0; i < 5_000; i++) {
                held.push(runs.metering.context().begin(runs.name("test.held")));
            }
        });
        thread.start();
        thread.join();
        runs.metering.drain();
        assertThat(runs.counter("probes.lost")).isEqualTo(5_000);
    }

    /** An interceptor holds what it is shown: that no call goes deep is all there is to tell by. */
    @Test
    void manyThatAnInterceptorHoldsAreCountedOnceEachWithoutADeepStack() {
        Runs runs = Runs.with("meters=wall,probes.interceptors=holding", "interceptor.holding", Holding.class);
        leak(runs, 5_000);
        assertThat(runs.counter("probes.lost")).isEqualTo(4_096);
        assertThat(runs.metering.threads.current().byHand).isEqualTo(904);
        assertThat(runs.counter("calls.too.deep")).isZero();
    }

    @Test
    void aDeepRecursionThatAnInterceptorIsShownIsCountedCallByCall() throws InterruptedException {
        Runs runs = Runs.with("meters=wall,probes.interceptors=holding", "interceptor.holding", Holding.class);
        Thread thread = new Thread(null, () -> recursive(runs, 5_000), "deep", 256 << 20);
        thread.start();
        thread.join();
        assertThat(counted(runs)).isEqualTo(5_000);
        assertNothingIsAmiss(runs);
    }

    private static void recursive(Runs runs, int deep) {
        Probes.Probe probe = runs.metering.context().begin(runs.name("test.recursive"));
        try {
            if (deep > 1) {
                recursive(runs, deep - 1);
            }
        } finally {
            probe.end();
        }
    }

    /** Keeps all probes alive. */
    public static final class Holding implements ProbesInterceptorFactory {
        @Override
        public void init(Probes.Environment environment) {}

        @Override
        public ProbesInterceptor create(Probes.Context context) {
            List<Probes.Probe> held = new ArrayList<>();
            return new ProbesInterceptor() {
                @Override
                public void begin(Probes.Probe probe) {
                    held.add(probe);
                }

                @Override
                public void end(Probes.Probe probe) {}
            };
        }
    }

    private static void recurse(Runs runs, int deep) {
        Deque<Probes.Probe> open = new ArrayDeque<>();
        for (int i = 0; i < deep; i++) {
            open.push(runs.metering.context().begin(runs.name("test.recursive")));
        }
        while (!open.isEmpty()) {
            open.pop().end();
        }
    }

    private static long counted(Runs runs) {
        return runs.metering.drain().rows().stream().mapToLong(TreeRow::count).sum();
    }

    private static void assertNothingIsAmiss(Runs runs) {
        for (String counter : new String[]{"probes.lost", "probes.closed", "probes.crossed", "probes.not.begun"}) {
            assertThat(runs.counter(counter)).as(counter).isZero();
        }
    }

    @Test
    void anEndedProbeThatIsStillHeldHidesNone() {
        Runs runs = new Runs("meters=wall");
        Probes.Probe again = runs.metering.context().create(runs.name("test.again"));
        again.begin();
        again.end();
        leak(runs, 1);
        assertThat(lost(runs, 1)).isEqualTo(1);
        again.begin();
        again.end();
        runs.drain();
        assertThat(runs.rows().get("again").count()).isEqualTo(2);
    }

    /** Begun and ended in callbacks, deep, in a method that was compiled, again and again: no correct program is healed. */
    @Test
    void correctProgramsKeepTheirProbes() {
        Runs runs = new Runs("meters=wall");
        Probes.Context context = runs.metering.context();
        Deque<Probes.Probe> open = new ArrayDeque<>();
        for (int i = 0; i < 300; i++) {
            open.push(context.begin(runs.name("test.element")));
        }
        collect(runs);
        while (!open.isEmpty()) {
            open.pop().end();
        }
        Probes.Probe again = context.create(runs.name("test.again"));
        for (int i = 0; i < 200_000; i++) {
            again.begin();
            local(runs, context, i % 50_000 == 49_999);
            again.end();
        }
        runs.drain();
        assertThat(runs.rows().values().stream().filter(row -> row.count() == 1).count()).isEqualTo(300);
        assertThat(runs.rows().get("again").count()).isEqualTo(200_000);
        assertThat(runs.rows().get("again/local").count()).isEqualTo(200_000);
        assertNothingIsAmiss(runs);
    }

    /** What an outer end has closed was counted by it, and is not lost once more. */
    @Test
    void aProbeClosedByAnOuterEndIsNotLost() {
        Runs runs = new Runs("meters=wall");
        ProbeSite woven = runs.site("woven");
        woven.begin();
        leak(runs, 3);
        woven.end();
        collect(runs);
        call(runs, "after");
        assertThat(runs.counter("probes.closed")).isEqualTo(3);
        assertThat(runs.counter("probes.lost")).isZero();
        assertThat(runs.metering.threads.current().more()).isZero();
    }

    private static void local(Runs runs, Probes.Context context, boolean collects) {
        Probes.Probe probe = context.begin(runs.name("test.local"));
        try {
            if (collects) {
                collect(runs);
            }
        } finally {
            probe.end();
        }
    }

    private static void leak(Runs runs, int many) {
        for (int i = 0; i < many; i++) {
            runs.metering.context().begin(runs.name("test.leaked"));
        }
    }

    private static void call(Runs runs, String member) {
        ProbeSite site = runs.site(member);
        site.begin();
        site.end();
    }

    private static long lost(Runs runs, int atLeast) {
        await().pollInSameThread().until(() -> {
            collect(runs);
            call(runs, "next");
            return runs.counter("probes.lost") >= atLeast;
        });
        return runs.counter("probes.lost");
    }

    private static void collect(Runs runs) {
        System.gc();
        runs.drain();
    }
}
