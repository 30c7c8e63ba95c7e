package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import sim.context.Scope;
import sim.model.snapshot.HotspotControl;
import sim.model.snapshot.Meter;
import sim.model.snapshot.TreeRow;

/** Calls as virtual threads without a context make them, on a thread that is none: on any JDK. */
class LightCallsTest {
    private Runs runs = new Runs("");
    private ProbeSite outer = runs.site("outer");
    private ProbeSite inner = runs.site("inner");
    private ProbeSite lost = runs.site("lost");
    private LightCalls light = light();

    @Test
    void areCountedAtTheirPlacesWithTheirTimes() {
        for (int i = 0; i < 100; i++) {
            Object begun = begin(outer);
            inner.end(begin(inner), null);
            inner.end(begin(inner), new IllegalStateException("x"));
            outer.end(begun, null);
        }
        runs.drain();
        TreeRow around = runs.row("outer");
        TreeRow inside = runs.row("outer/inner");
        assertThat(around.count()).isEqualTo(100);
        assertThat(inside.count()).isEqualTo(200);
        assertThat(inside.errors()).isEqualTo(100);
        assertThat(around.total()[0]).isGreaterThan(inside.total()[0]);
        assertThat(around.self()[0]).isLessThan(around.total()[0]);
        assertThat(around.unread().isNothing()).isTrue();
        assertThat(around.present() & Meter.PROCESS_CPU.bit()).isNotZero();
        assertThat(runs.rows()).containsOnlyKeys("outer", "outer/inner");
        assertNothingIsLeft();
    }

    @Test
    void makeNothingAnew() {
        LightCall first = begin(outer);
        outer.end(first, null);
        LightCall second = begin(inner);
        assertThat(second).as("used again").isSameAs(first);
        inner.end(second, null);
    }

    @Test
    void areHealedLikeOthers() {
        Object begun = begin(outer);
        Object left = begin(inner);
        begin(lost);
        inner.end(left, null);
        lost.end();
        outer.end(begun, null);
        outer.end(begun, null);
        runs.drain();
        assertThat(runs.row("outer/inner").count()).isEqualTo(1);
        assertThat(runs.row("outer").count()).isEqualTo(1);
        assertThat(runs.rows()).containsOnlyKeys("outer", "outer/inner");
        assertThat(runs.counter("probes.healed")).isEqualTo(1);
        assertThat(runs.counter("probes.unmatched")).isEqualTo(2);
        assertNothingIsLeft();
    }

    @Test
    void endByTheirSiteWhereTheEndKnowsNoMore() {
        begin(outer);
        begin(inner);
        inner.end();
        outer.end();
        runs.drain();
        assertThat(runs.row("outer/inner").count()).isEqualTo(1);
        assertNothingIsLeft();
    }

    @Test
    void ofANameThatIsSwitchedOffAreGivenUp() {
        Object begun = begin(outer);
        runs.metering.control(new HotspotControl(HotspotControl.Action.DISABLE, "test", "outer", 0, 0));
        outer.end(begun, null);
        inner.end(begin(inner), null);
        runs.drain();
        assertThat(runs.row("inner").count()).isEqualTo(1);
        assertThat(runs.counter("calls.switched")).isEqualTo(1);
        assertNothingIsLeft();
    }

    @Test
    void areInTheContextOfTheirThread() {
        assertThat(light.open(Thread.currentThread(), scope())).isTrue();
        Object begun = begin(outer);
        inner.end(begin(inner), null);
        outer.end(begun, null);
        assertThat(light.scope(Thread.currentThread())).isNotNull();
        assertThat(runs.metering.endContext(null).getName()).isEqualTo("work");
        assertNothingIsLeft();
        assertThat(runs.drain().contexts()).singleElement().satisfies(ended -> {
            assertThat(ended.calls()).as("outermost calls").isEqualTo(1);
            assertThat(ended.rows()).hasSize(2);
        });
    }

    @Test
    void moveToAContextWhereTheThreadNeedsOne() {
        Object begun = begin(outer);
        Object second = begin(inner);
        Threads threads = runs.metering.threads;
        ThreadContext context = new ThreadContext(Thread.currentThread(), true, threads);
        threads.table.put(context);
        light.moveTo(context, light.innermost(Thread.currentThread()));
        lost.end(lost.begin(), null);
        inner.end(second, null);
        outer.end(begun, null);
        assertThat(threads.known()).as("given back").isNull();
        runs.drain();
        assertThat(runs.row("outer/inner/lost").count()).isEqualTo(1);
        assertThat(runs.row("outer/inner").count()).isEqualTo(1);
        assertThat(runs.row("outer").count()).isEqualTo(1);
        assertNothingIsLeft();
    }

    @Test
    void areCountedWithoutTimesWhereThereIsNoMemory() {
        runs = new Runs("numbers.memory=1");
        outer = runs.site("outer");
        light = light();
        for (int i = 0; i < 10; i++) {
            assertThat(begin(outer)).isNull();
        }
        runs.drain();
        assertThat(runs.row("outer").count()).isEqualTo(10);
        assertThat(runs.row("outer").unread().time()).isEqualTo(10);
        assertThat(runs.row("outer").total()[0]).isZero();
        assertThat(runs.counter("calls.untimed")).isEqualTo(10);
    }

    @Test
    void ofADeadThreadAreCountedAsLost() throws InterruptedException {
        Thread dead = new Thread(() -> {
            begin(outer);
            begin(inner);
        });
        dead.start();
        dead.join();
        assertThat(light.knows(dead)).isTrue();
        runs.drain();
        assertThat(light.knows(dead)).isFalse();
        assertThat(runs.counter("calls.lost")).isEqualTo(2);
    }

    @Test
    void textsOfExceptionsAreAskedForUnmetered() {
        runs = new Runs("events=all");
        outer = runs.site("outer");
        inner = runs.site("inner");
        light = light();
        RuntimeException error = new RuntimeException() {
            @Override
            public String getMessage() {
                inner.end(begin(inner), null);
                runs.metering.context();
                return "text";
            }
        };
        outer.end(begin(outer), error);
        inner.end(begin(inner), null);
        runs.drain();
        assertThat(runs.row("inner").count()).isEqualTo(1);
        assertThat(runs.row("outer").errors()).isEqualTo(1);
        assertNothingIsLeft();
    }

    private LightCalls light() {
        Threads threads = runs.metering.threads;
        threads.light = new LightCalls(threads, threads.books.memory);
        return threads.light;
    }

    private LightCall begin(ProbeSite site) {
        return (LightCall) light.begin(Thread.currentThread(), site, site.epoch());
    }

    private Scope scope() {
        runs.metering.createContext("work", "");
        Threads threads = runs.metering.threads;
        Scope scope = threads.get();
        threads.table.remove(threads.known()); // the thread is none that SIM knows from here on
        return scope;
    }

    private void assertNothingIsLeft() {
        assertThat(light.knows(Thread.currentThread())).as("left behind").isFalse();
        assertThat(runs.counter("metering.failures")).isZero();
    }
}
