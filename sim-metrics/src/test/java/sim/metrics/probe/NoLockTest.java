package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Metered threads wait for nobody: the JVM counts no blocked and no waiting thread while eight share all places. */
class NoLockTest {
    private static final int THREADS = 8;
    private static final int CALLS = 100_000;

    @ParameterizedTest
    @ValueSource(strings = {"meters=wall", "meters=all", "meters=wall,events=all", "meters=wall,hotspot.initial=5"})
    void noThreadWaitsForAnother(String options) throws Exception {
        Runs runs = new Runs(options);
        ProbeSite outer = runs.site("outer");
        ProbeSite inner = runs.site("inner");
        ThreadMXBean beans = ManagementFactory.getThreadMXBean();
        CountDownLatch known = new CountDownLatch(THREADS);
        CountDownLatch looked = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(THREADS);
        AtomicLong waited = new AtomicLong();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            Thread thread = new Thread(() -> {
                try {
                    calls(outer, inner, 100); // every place is met, and the thread's own books are made
                    known.countDown();
                    looked.await();
                    long id = Thread.currentThread().getId();
                    long before = waits(beans, id);
                    calls(outer, inner, CALLS);
                    waited.addAndGet(waits(beans, id) - before);
                } catch (Throwable failure) {
                    thrown.set(failure);
                } finally {
                    done.countDown();
                }
            });
            threads.add(thread);
            thread.start();
        }
        known.await();
        looked.countDown();
        while (done.getCount() > 0) {
            runs.drain();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(thrown.get()).isNull();
        assertThat(waited.get()).as("times a metered thread was blocked or waited").isZero();
    }

    @Test
    void theMeasureSeesALock() throws Exception {
        ThreadMXBean beans = ManagementFactory.getThreadMXBean();
        Object lock = new Object();
        AtomicLong waited = new AtomicLong();
        Thread thread = new Thread(() -> {
            long before = waits(beans, Thread.currentThread().getId());
            synchronized (lock) {
                waited.set(waits(beans, Thread.currentThread().getId()) - before);
            }
        });
        synchronized (lock) {
            thread.start();
            while (thread.getState() != Thread.State.BLOCKED) {
                Thread.onSpinWait();
            }
        }
        thread.join();
        assertThat(waited.get()).isEqualTo(1);
    }

    private static void calls(ProbeSite outer, ProbeSite inner, int calls) {
        for (int i = 0; i < calls; i++) {
            outer.begin();
            inner.begin();
            inner.end();
            outer.end();
        }
    }

    private static long waits(ThreadMXBean beans, long id) {
        var info = beans.getThreadInfo(id);
        return info.getBlockedCount() + info.getWaitedCount();
    }
}
