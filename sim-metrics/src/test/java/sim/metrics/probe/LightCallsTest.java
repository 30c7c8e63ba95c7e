package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import sim.base.config.Options;
import sim.base.meter.PlayedMeters;
import sim.base.thread.ThreadId;
import sim.context.Scope;
import sim.metrics.tree.NumbersMemory;
import sim.model.snapshot.HotspotControl;
import sim.model.snapshot.Meter;
import sim.model.snapshot.TreeRow;

/** Calls as virtual threads without a context make them, on a thread that is none: on any JDK. */
class LightCallsTest {
    private Runs runs = new Runs("");
    private ProbeSite outer = runs.site("outer");
    private ProbeSite inner = runs.site("inner");
    private ProbeSite lost = runs.site("lost");
    private ProbeSite again = runs.site("again");
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

    /** What was metered inside it was in its caller's self time a second time. */
    @Test
    void whatWasInsideOneWhoseEndFailedIsInsideItsCaller() {
        runs = new Runs("meters=wall,compensation=false");
        light = light();
        ProbeSite around = runs.site("outer");
        ProbeSite between = runs.site("lost");
        ProbeSite inside = runs.site("inner");
        Object begun = begin(around);
        LightCall failing = begin(between);
        inside.end(begin(inside), null);
        between.lost(failing, new StackOverflowError());
        around.end(begun, null);
        runs.drain();
        assertThat(runs.counter("calls.lost")).isEqualTo(1);
        TreeRow row = runs.row("outer");
        assertThat(row.self()[0]).isEqualTo(row.total()[0] - runs.row("outer/lost/inner").total()[0]);
        assertNothingIsLeft();
    }

    /** It was counted, and in its caller's self time as well. */
    @Test
    void whatOneTookWhoseEndFailsOnceItIsCountedIsNotItsCallersOwn() {
        Properties properties = new Properties();
        properties.setProperty("sim.hotspot.enabled", "false");
        FullStack clock = new FullStack();
        runs = new Runs(new Metering(Options.load("events=all,compensation=false", properties),
                (thread, virtual) -> clock, false));
        light = light();
        ProbeSite around = runs.site("outer");
        ProbeSite inside = runs.site("inner");
        Object begun = begin(around);
        Object failing = begin(inside);
        clock.works(1_000_000);
        clock.isFull = true;
        inside.end(failing, null);
        assertThat(clock.isFull).as("it has failed").isFalse();
        clock.works(500_000);
        around.end(begun, null);
        runs.drain();
        TreeRow row = runs.row("outer");
        TreeRow within = runs.row("outer/inner");
        assertThat(within.count()).isEqualTo(1);
        assertThat(runs.counter("calls.lost")).isZero();
        for (int meter : new int[]{Meter.WALL.ordinal(), Meter.CPU.ordinal()}) {
            assertThat(within.total()[meter]).isPositive();
            assertThat(row.self()[meter]).isPositive()
                    .isLessThanOrEqualTo(row.total()[meter] - within.total()[meter]);
        }
        assertNothingIsLeft();
    }

    /** The stack is full once where a call is counted and kept. */
    private static final class FullStack extends PlayedMeters {
        private boolean isFull;

        @Override
        public void disownSince(long allocated) {
            if (isFull) {
                isFull = false;
                throw new StackOverflowError("meant");
            }
        }
    }

    /** As where they could not be taken off: the next begin does it again. */
    @Test
    void handOnWhatWasInsideOnce() {
        LightCall around = new LightCall();
        LightCall given = new LightCall();
        given.caller = around;
        given.innerWall = 7;
        given.inner = new long[]{0, 5, 3};
        for (int i = 0; i < 2; i++) {
            given.handOn(runs.metering.threads.rest);
        }
        assertThat(around.innerWall).isEqualTo(7);
        assertThat(around.inner).containsExactly(0, 5, 3);
    }

    @Test
    void whatWasInsideOneWhoseEndFailedMovesInsideItsCaller() {
        runs = new Runs("meters=wall,compensation=false");
        light = light();
        ProbeSite around = runs.site("outer");
        ProbeSite between = runs.site("lost");
        ProbeSite inside = runs.site("inner");
        Object begun = begin(around);
        LightCall failing = begin(between);
        inside.end(begin(inside), null);
        between.lost(failing, new StackOverflowError());
        runs.metering.threads.current();
        around.end(begun, null);
        runs.drain();
        TreeRow row = runs.row("outer");
        assertThat(row.self()[0]).isEqualTo(row.total()[0] - runs.row("outer/lost/inner").total()[0]);
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
        LightCall innermost = light.innermost(Thread.currentThread());
        LightCall[] calls = light.copyTo(context, innermost);
        threads.table.put(context);
        light.moveTo(context, innermost, calls);
        lost.end(lost.begin(), null);
        inner.end(second, null);
        outer.end(begun, null);
        assertThat(threads.find()).as("given back").isNull();
        runs.drain();
        assertThat(runs.row("outer/inner/lost").count()).isEqualTo(1);
        assertThat(runs.row("outer/inner").count()).isEqualTo(1);
        assertThat(runs.row("outer").count()).isEqualTo(1);
        assertNothingIsLeft();
    }

    /** Wherever it fails, the thread has one of the two, and its flow context. */
    @Test
    void areWhereTheyWereIfTheyCannotMove() throws InterruptedException {
        assumeTrue(Runtime.version().feature() < 19,
                "from JDK 19 on nothing that can fail is called for a thread's id");
        for (int at = 1; at < 40; at++) {
            Failing thread = new Failing(at);
            thread.start();
            thread.join();
            assertThat(thread.seen).as("failing at " + at).isEqualTo("work work 0");
            runs.drain();
        }
        assertThat(runs.row("outer").count()).isEqualTo(39);
        assertThat(runs.row("outer/inner").count()).isEqualTo(39);
        assertThat(runs.row("again").count()).as("what is used again has moved nowhere").isEqualTo(39);
        assertThat(runs.counter("calls.lost")).isZero();
        assertThat(runs.counter("probes.healed")).isZero();
        assertThat(runs.counter("probes.unmatched")).isZero();
        assertThat(runs.counter("contexts.healed")).isZero();
    }

    /** A thread with a scope and two light calls, which gets a context while some step of that fails, and once more. */
    private final class Failing extends Thread {
        private int failsIn;
        private boolean fails;
        private String seen;

        Failing(int failsIn) {
            this.failsIn = failsIn;
        }

        @Override
        public long getId() {
            if (fails && --failsIn == 0) {
                throw new OutOfMemoryError("meant");
            }
            return super.getId();
        }

        @Override
        public void run() {
            Scope scope = scope();
            assertThat(light.open(this, scope)).isTrue();
            Object first = light.begin(this, outer, outer.epoch());
            Object second = light.begin(this, inner, inner.epoch());
            Threads threads = runs.metering.threads;
            fails = true;
            try {
                threads.current();
            } catch (OutOfMemoryError meant) {
                assertThat(meant).hasMessage("meant");
            }
            fails = false;
            seen = runs.metering.currentContext().getName();
            if (threads.find() == null) {
                threads.current();
            }
            seen += " " + runs.metering.currentContext().getName();
            inner.end(second, null);
            outer.end(first, null);
            runs.metering.endContext(null);
            seen += " " + light.depth(this);
            again.end(light.begin(this, again, again.epoch()), null);
        }
    }

    @Test
    void loadingAClassInsideOneTakesNoContext() {
        ClassLoading loading = new ClassLoading(runs.metering.threads);
        Object begun = begin(outer);
        OwnWork own = loading.enterOwn();
        assertThat(begin(inner)).as("what SIM asks the application meanwhile").isNull();
        OwnWork part = loading.enterOwn();
        loading.leaveOwn(part);
        assertThat(begin(inner)).as("still at work").isNull();
        loading.leaveOwn(own);
        inner.end(begin(inner), null);
        assertThat(runs.metering.threads.find()).isNull();
        outer.end(begun, null);
        runs.drain();
        assertThat(runs.row("outer/inner").count()).isEqualTo(1);
        assertThat(runs.row("outer").total()[0]).isGreaterThan(runs.row("outer").self()[0]);
        assertNothingIsLeft();
    }

    @Test
    void haveNumbersThatGrowInwards() {
        assertThat(runs.metering.innermostCall()).isZero();
        Object begun = begin(outer);
        long around = runs.metering.innermostCall();
        Object second = begin(inner);
        assertThat(runs.metering.innermostCall()).isGreaterThan(around).isPositive();
        inner.end(second, null);
        assertThat(runs.metering.innermostCall()).isEqualTo(around);
        assertThat(runs.metering.threads.find()).isNull();
        outer.end(begun, null);
    }

    @Test
    void areNotInTheSumsOfTheirContextWithoutTimes() {
        runs = new Runs("numbers.memory=30KB,events=all");
        outer = runs.site("outer");
        inner = runs.site("inner");
        light = light();
        assertThat(light.open(Thread.currentThread(), scope())).isTrue();
        List<LightCall> open = new ArrayList<>();
        for (LightCall call = begin(outer); call != null; call = begin(outer)) {
            open.add(call);
        }
        assertThat(open).isNotEmpty();
        for (int i = 0; i < 9; i++) {
            assertThat(begin(inner)).isNull();
        }
        for (int i = open.size() - 1; i >= 0; i--) {
            outer.end(open.get(i), null);
        }
        runs.metering.endContext(null);
        assertThat(runs.counter("calls.untimed")).as("with the one that found no room first").isEqualTo(10);
        assertThat(runs.counter("context.calls.lost")).isEqualTo(10);
        assertThat(runs.counter("invocations.dropped")).as("events=all would have kept them").isEqualTo(10);
    }

    @Test
    void takeNoMoreThanTheirMemorySays() {
        NumbersMemory memory = runs.metering.threads.books.memory;
        long before = memory.taken();
        LightCall call = begin(outer);
        int arrays = 2 * (16 + Long.BYTES * call.begin.length); // at the begin, and what inner calls took
        assertThat(call.begin).isNotEmpty();
        assertThat(memory.taken() - before).isGreaterThanOrEqualTo(16 * (72 + arrays));
        outer.end(call, null);
    }

    /** To count takes a monitor; who waits for it must not keep others from the same part of the table. */
    @Test
    void ofTheDeadAreCountedWhileNobodyWaitsForTheTable() throws InterruptedException {
        runs = new Runs("numbers.memory=30KB");
        outer = runs.site("outer");
        light = light();
        int[] open = {0};
        Thread dead = neighbour(() -> {
            while (begin(outer) != null) {
                open[0]++;
            }
        });
        dead.start();
        dead.join();
        Thread looks = neighbour(() -> {
            for (int i = 0; i < 10; i++) {
                begin(outer);
            }
        });
        Thread passes = neighbour(() -> outer.end(begin(outer), null));
        synchronized (runs.metering.threads.mishaps.notCounted) {
            looks.start();
            await().until(() -> looks.getState() == Thread.State.BLOCKED);
            passes.start();
            await().until(() -> !passes.isAlive());
        }
        looks.join();
        assertThat(runs.counter("calls.lost")).isEqualTo(open[0]);
    }

    /** A thread whose calls are in the same part of the table as those of others. */
    private static Thread neighbour(Runnable work) {
        Thread thread = new Thread(work);
        while (ThreadId.of(thread) % (1 << LightCalls.BITS) != 0) {
            thread = new Thread(work); // has the next id
        }
        thread.setDaemon(true);
        return thread;
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

    /** Before, each asked a full heap again, with a collection or two. */
    @Test
    void areCountedWithoutTimesWhileTheHeapIsNotAskedAgain() {
        LightCall begun = begin(outer);
        runs.metering.threads.root.find(outer.name()).child(inner.name());
        for (int i = 0; i < 10; i++) {
            rest();
            assertThat(begin(inner)).as("none is made, though the bound has room").isNull();
        }
        outer.end(begun, null);
        rest();
        Object again = begin(outer);
        assertThat(again).as("one that is there").isSameAs(begun);
        outer.end(again, null);
        runs.drain();
        assertThat(runs.row("outer").count()).isEqualTo(2);
        assertThat(runs.row("outer").unread().time()).isZero();
        assertThat(runs.row("outer/inner").count()).isEqualTo(10);
        assertThat(runs.row("outer/inner").unread().time()).isEqualTo(10);
        assertThat(runs.counter("calls.untimed")).isEqualTo(10);
        assertThat(runs.counter("calls.lost")).isZero();
        assertNothingIsLeft();
    }

    @Test
    void atAPlaceThatWasNotMetAreLostWhileTheHeapIsNotAskedAgain() {
        Object begun = begin(outer);
        rest();
        assertThatThrownBy(() -> begin(inner)).isInstanceOf(OutOfMemoryError.class)
                .hasMessageContaining("a moment ago");
        assertThat(runs.metering.threads.root.find(outer.name()).find(inner.name())).as("its place").isNull();
        outer.end(begun, null);
        assertNothingIsLeft();
    }

    /** Where a thread needs a context of its own, the heap is asked for more. */
    @Test
    void thatAreFoldedTakeNoContextWhileTheHeapIsNotAskedAgain() {
        runs = new Runs("tree.nodes=40");
        outer = runs.site("outer");
        light = light();
        for (int i = 0; i < 15; i++) {
            ProbeSite filler = runs.site("filler" + i);
            filler.end(begin(filler), null);
        }
        Object begun = begin(outer);
        ProbeSite last = runs.site("last");
        last.end(begin(last), null); // one is free
        runs.metering.threads.root.find(outer.name()).child(outer.name());
        for (int i = 0; i < 10; i++) {
            rest();
            assertThat(begin(outer)).isNull();
        }
        assertThat(runs.metering.threads.find()).isNull();
        outer.end(begun, null);
        runs.drain();
        assertThat(runs.row("outer").count()).isEqualTo(11);
        assertThat(runs.counter("calls.untimed")).isEqualTo(10);
        assertThat(runs.counter("tree.recursions")).isPositive();
        assertNothingIsLeft();
    }

    /** What inner calls took of a meter needs an array. */
    @Test
    void sayThatTheirSelfValueIsMixedWhereTheHeapHasNoRoomForWhatWasInside() {
        LightCall first = begin(outer);
        inner.end(begin(inner), null);
        outer.end(first, null);
        rest();
        LightCall begun = begin(outer);
        long burnt = 0;
        for (int i = 0; (begun.groups & StandIn.MIXED) == 0 && i < 10_000; i++) {
            rest();
            LightCall inside = begin(inner);
            for (int j = 0; j < 100_000; j++) {
                burnt += j ^ burnt << 1;
            }
            rest();
            inner.end(inside, null);
        }
        assertThat(begun.inner).as("after " + burnt).isNull();
        outer.end(begun, null);
        runs.drain();
        assertThat(runs.row("outer").unread().mixed()).isNotZero();
        assertThat(runs.row("outer/inner").unread().mixed()).isZero();
        assertThat(runs.counter("calls.untimed")).isZero();
        assertNothingIsLeft();
    }

    /** As after a moment in which the heap was full. */
    private void rest() {
        runs.metering.threads.rest.begin();
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
        threads.table.remove(threads.find()); // the thread is none that SIM knows from here on
        return scope;
    }

    private void assertNothingIsLeft() {
        assertThat(light.knows(Thread.currentThread())).as("left behind").isFalse();
        assertThat(runs.counter("metering.failures")).isZero();
    }
}
