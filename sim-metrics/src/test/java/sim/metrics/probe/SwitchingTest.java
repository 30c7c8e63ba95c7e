package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jinspired.probes.Probes;
import org.junit.jupiter.api.Test;
import sim.model.snapshot.HotspotControl;
import sim.model.snapshot.Meter;

/**
 * Threads call, one of the names is switched off and on by another thread as fast as it can: what all other names count
 * and what they sum up to is exact. The switched name {@code x} does no work of its own, so nobody's work depends on it.
 */
class SwitchingTest {
    private static final int WORK = Meter.COUNT;
    private static final int ROUNDS = 20_000;

    @Test
    void wovenCallsOfOtherNamesStayExact() throws InterruptedException {
        Runs runs = new Runs("meters=wall,probes.counters=work");
        ProbeSite outer = runs.site("outer");
        ProbeSite x = runs.site("x");
        ProbeSite inner = runs.site("inner");
        whileSwitching(runs, platform(4, () -> {
            Probes.Counter work = runs.metering.context().counter(runs.name("work"));
            for (int i = 0; i < ROUNDS; i++) {
                outer.begin();
                work.inc(3);
                x.begin();
                inner.begin();
                work.inc(5);
                inner.end();
                x.end();
                work.inc(2);
                outer.end();
            }
        }));
        assertThat(runs.sums("test.outer", WORK)).containsExactly(4L * ROUNDS, 40L * ROUNDS, 20L * ROUNDS);
        assertThat(runs.sums("test.inner", WORK)).containsExactly(4L * ROUNDS, 20L * ROUNDS, 20L * ROUNDS);
        assertThat(runs.counter("metering.failures")).isZero();
    }

    @Test
    void recursionThroughTheSwitchedNameStaysExact() throws InterruptedException {
        Runs runs = new Runs("meters=wall,probes.counters=work");
        ProbeSite r = runs.site("r");
        ProbeSite x = runs.site("x");
        whileSwitching(runs, platform(4, () -> {
            Probes.Counter work = runs.metering.context().counter(runs.name("work"));
            for (int i = 0; i < ROUNDS / 10; i++) {
                recurse(r, x, work, 10);
            }
        }));
        long[] sums = runs.sums("test.r", WORK);
        assertThat(sums[0]).isEqualTo(4L * ROUNDS);
        assertThat(sums[2]).isEqualTo(4L * ROUNDS * 7);
    }

    @Test
    void whatTheSwitchedNameWorksIsItsOwnOrItsCallers() throws InterruptedException {
        Runs runs = new Runs("meters=wall,probes.counters=work");
        ProbeSite outer = runs.site("outer");
        ProbeSite x = runs.site("x");
        whileSwitching(runs, platform(4, () -> {
            Probes.Counter work = runs.metering.context().counter(runs.name("work"));
            for (int i = 0; i < ROUNDS; i++) {
                outer.begin();
                work.inc(3);
                x.begin();
                work.inc(4);
                x.end();
                outer.end();
            }
        }));
        long[] sums = runs.sums("test.outer", WORK);
        assertThat(sums[0]).isEqualTo(4L * ROUNDS);
        assertThat(sums[1]).isEqualTo(4L * ROUNDS * 7);
        assertThat(sums[2] + runs.sums("test.x", WORK)[1]).isEqualTo(4L * ROUNDS * 7);
    }

    @Test
    void handMadeProbesOfOtherNamesStayExact() throws InterruptedException {
        Runs runs = new Runs("meters=wall,probes.counters=work");
        whileSwitching(runs, platform(4, () -> byHand(runs)));
        assertThat(runs.sums("test.outer", WORK)).containsExactly(4L * ROUNDS, 40L * ROUNDS, 20L * ROUNDS);
        assertThat(runs.sums("test.inner", WORK)).containsExactly(4L * ROUNDS, 20L * ROUNDS, 20L * ROUNDS);
    }

    @Test
    void inVirtualThreadsToo() throws InterruptedException {
        assumeTrue(VirtualThreads.AVAILABLE, "needs Java 21");
        Runs runs = new Runs("meters=wall,probes.counters=work");
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            threads.add(VirtualThreads.unstarted(() -> byHand(runs)));
        }
        whileSwitching(runs, threads);
        assertThat(runs.sums("test.outer", WORK)).containsExactly(8L * ROUNDS, 80L * ROUNDS, 40L * ROUNDS);
        assertThat(runs.sums("test.inner", WORK)).containsExactly(8L * ROUNDS, 40L * ROUNDS, 40L * ROUNDS);
    }

    @Test
    void wovenCallsOfVirtualThreadsToo() throws InterruptedException {
        assumeTrue(VirtualThreads.AVAILABLE, "needs Java 21");
        Runs runs = new Runs("meters=wall");
        ProbeSite outer = runs.site("outer");
        ProbeSite x = runs.site("x");
        ProbeSite inner = runs.site("inner");
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            threads.add(VirtualThreads.unstarted(() -> {
                for (int round = 0; round < ROUNDS; round++) {
                    x.begin();
                    outer.begin();
                    x.begin();
                    inner.begin();
                    inner.end();
                    x.end();
                    outer.end();
                    x.end();
                }
            }));
        }
        whileSwitching(runs, threads);
        assertThat(runs.sums("test.outer", 0)[0]).isEqualTo(8L * ROUNDS);
        assertThat(runs.sums("test.inner", 0)[0]).isEqualTo(8L * ROUNDS);
        assertThat(runs.sums("test.outer", 0)[2] + runs.sums("test.inner", 0)[1])
                .isLessThanOrEqualTo(runs.sums("test.outer", 0)[1]);
    }

    private static void byHand(Runs runs) {
        Probes.Context context = runs.metering.context();
        Probes.Counter work = context.counter(runs.name("work"));
        Probes.Probe x = context.create(runs.name("test.x"));
        for (int i = 0; i < ROUNDS; i++) {
            Probes.Probe outer = context.begin(runs.name("test.outer"));
            work.inc(3);
            x.begin();
            Probes.Probe inner = context.begin(runs.name("test.inner"));
            work.inc(5);
            inner.end();
            x.end();
            work.inc(2);
            outer.end();
        }
    }

    private static void recurse(ProbeSite r, ProbeSite x, Probes.Counter work, int depth) {
        r.begin();
        work.inc(7);
        if (depth > 1) {
            x.begin();
            recurse(r, x, work, depth - 1);
            x.end();
        }
        r.end();
    }

    private static List<Thread> platform(int count, Runnable runnable) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            threads.add(new Thread(runnable));
        }
        return threads;
    }

    /** Runs the threads to their ends; each must get there without an exception. */
    private static void whileSwitching(Runs runs, List<Thread> threads) throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicBoolean over = new AtomicBoolean();
        Thread switching = new Thread(() -> {
            for (long switches = 0; !over.get(); switches++) {
                runs.metering.control(new HotspotControl(
                        switches % 2 == 0 ? HotspotControl.Action.DISABLE : HotspotControl.Action.ENABLE, "test", "x",
                        -1, -1));
                if (switches % 100 == 0) {
                    runs.drain();
                }
            }
        });
        switching.setUncaughtExceptionHandler((thread, failure) -> thrown.set(failure));
        switching.start();
        for (Thread thread : threads) {
            thread.setUncaughtExceptionHandler((ignored, failure) -> thrown.set(failure));
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        over.set(true);
        switching.join();
        runs.drain();
        assertThat(thrown.get()).isNull();
    }
}
