package tried;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import sim.context.Context;
import sim.instrumentation.data.ContextManager;
import sim.instrumentation.data.Contexts;

/**
 * Contexts that sleep, wait for locks, allocate or compute, here and on a pool; ends when flight recorder's figures have arrived in all of
 * them, or after half a minute.
 */
public final class Streamed {
    private static final int ORDERS = 20;
    private static final int BLOCK = 1 << 20;

    private static volatile Object kept;

    private Streamed() {}

    public static void main(String[] args) throws Exception {
        // The recorder takes a moment to start, and what was before it is not recorded.
        awaitFigure(probed(), "jfr.asleep.ns");
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Context> sleepers = new ArrayList<>();
        List<Future<?>> tasks = new ArrayList<>();
        for (int i = 0; i < ORDERS; i++) {
            sleepers.add(ContextManager.createNewContext("sleeper", "" + i));
            Thread.sleep(5);
            tasks.add(pool.submit(Contexts.wrap(() -> sleep(10))));
            ContextManager.createNewContext("idle", "" + i);
            ContextManager.destroyCurrentContext();
            ContextManager.destroyCurrentContext();
            Thread.sleep(2);
        }
        for (Future<?> task : tasks) {
            task.get();
        }
        Context blocked = block();
        Context computer = ContextManager.createNewContext("computer", "");
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
        long sum = 0;
        while (System.nanoTime() < end) {
            // A thread inside nanoTime itself cannot be sampled.
            for (int i = 0; i < 1_000_000; i++) {
                sum = sum * 31 + (sum >>> 7 ^ i);
            }
            kept = new byte[BLOCK];
        }
        kept = sum;
        ContextManager.destroyCurrentContext();
        for (Context sleeper : sleepers) {
            awaitFigure(sleeper, "jfr.asleep.ns");
        }
        awaitFigure(computer, "jfr.samples");
        awaitFigure(blocked, "jfr.blocked.on");
        pool.shutdown();
    }

    private static Context probed() {
        Context context = null;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (System.nanoTime() < end && (context == null || context.get("jfr.asleep.ns") == null)) {
            context = ContextManager.createNewContext("probed", "");
            sleep(500);
            ContextManager.destroyCurrentContext();
            sleep(2500);
        }
        return context;
    }

    /** Two locks that another thread has, the second one longer. */
    private static Context block() throws Exception {
        Context context = ContextManager.createNewContext("blocked", "");
        for (Object lock : List.of(new ShortLock(), new LongLock(), new ShortLock())) {
            CountDownLatch has = new CountDownLatch(1);
            Thread holder = new Thread(() -> {
                synchronized (lock) {
                    has.countDown();
                    sleep(lock instanceof LongLock ? 200 : 40);
                }
            });
            holder.start();
            has.await();
            synchronized (lock) {
                kept = lock;
            }
            holder.join();
        }
        ContextManager.destroyCurrentContext();
        return context;
    }

    private static final class ShortLock {}

    private static final class LongLock {}

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitFigure(Context context, String figure) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (context.get(figure) == null && System.nanoTime() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
    }
}
