package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import sim.base.config.Options;
import sim.context.Context;
import sim.context.ContextCompanion;

/** A thread's first calls, at new places and under new names, wait for no drain and no snapshot. */
class NewThreadTest {
    private static final int THREADS = 300;

    @Test
    void firstCallsEndWhileADrainIsStalled() throws Exception {
        Runs runs = new Runs("meters=wall");
        Stalling companion = new Stalling();
        runs.metering.current().accompany(companion);
        run(() -> runs.metering.createContext("left open", ""));
        Thread collector = new Thread(runs::drain);
        collector.start();
        assertThat(companion.reached.await(60, TimeUnit.SECONDS)).isTrue();
        Thread newcomer = new Thread(() -> {
            ProbeSite site = runs.site("new");
            ProbeSite inside = runs.site("inside");
            site.begin();
            inside.begin();
            inside.end();
            site.end();
        });
        newcomer.setDaemon(true);
        newcomer.start();
        newcomer.join(60_000);
        assertThat(newcomer.isAlive()).as("a new thread waits for the collector").isFalse();
        assertThat(collector.isAlive()).isTrue();
        companion.goOn.countDown();
        collector.join();
        runs.drain();
        assertThat(runs.row("new").count()).isEqualTo(1);
        assertThat(runs.row("new/inside").count()).isEqualTo(1);
    }

    /** One new thread after another, so that there is nobody to wait for but the collector, which drains all the time. */
    @Test
    void firstCallsAreNeverBlocked() throws Exception {
        Runs runs = new Runs("meters=wall,tree.nodes=100000");
        ThreadMXBean beans = ManagementFactory.getThreadMXBean();
        manyPlaces(runs);
        runs.drain(); // what both sides use is loaded: two threads that load the same class wait for each other
        AtomicBoolean over = new AtomicBoolean();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread collector = new Thread(() -> {
            while (!over.get()) {
                runs.metering.drain();
                runs.metering.namesAfter(0);
                runs.metering.nodesAfter(0);
                runs.metering.counters();
            }
        });
        collector.setUncaughtExceptionHandler((ignored, failure) -> thrown.set(failure));
        collector.start();
        Map<Integer, Long> blocked = new ConcurrentHashMap<>();
        for (int t = 0; t < THREADS; t++) {
            int number = t;
            run(() -> {
                for (int i = 0; i < 10; i++) {
                    ProbeSite site = runs.site("new" + number + "." + i);
                    site.begin();
                    site.end();
                }
                long times = beans.getThreadInfo(Thread.currentThread().getId()).getBlockedCount();
                if (times > 0) {
                    blocked.put(number, times);
                }
            });
        }
        over.set(true);
        collector.join();
        assertThat(thrown.get()).isNull();
        assertThat(blocked).as("times that a new thread was blocked, by its number").isEmpty();
    }

    private static void manyPlaces(Runs runs) throws InterruptedException {
        run(() -> {
            for (int i = 0; i < 20_000; i++) {
                ProbeSite site = runs.site("known" + i);
                site.begin();
                site.end();
            }
        });
    }

    private static void run(Runnable work) throws InterruptedException {
        Thread thread = new Thread(work);
        thread.start();
        thread.join();
    }

    /** Holds the collector up where it closes what a dead thread left open. */
    private static final class Stalling implements ContextCompanion {
        final CountDownLatch reached = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);

        @Override
        public void start(Options options) {
            // nothing to start
        }

        @Override
        public Object current() {
            return null;
        }

        @Override
        public Object begun(Context context) {
            return context;
        }

        @Override
        public Object activated(Context context, Object taken) {
            return null;
        }

        @Override
        public void closed(Object stay) {
            reached.countDown();
            try {
                goOn.await();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void count(Map<String, Long> counters) {
            // nothing to count
        }
    }
}
