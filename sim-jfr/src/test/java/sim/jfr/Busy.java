package sim.jfr;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;

/**
 * A program in which everything happens that contexts are joined to, recorded into a file: {@code java sim.jfr.Busy FILE}.
 * The contexts are {@code order} 1 to 6 with {@code stage}, and a number of events in each that is known.
 */
public final class Busy {
    static final int ORDERS = 6;
    private static final RecordingContextKey ORDER = RecordingContextKey.forName("order");
    private static final RecordingContextKey STAGE = RecordingContextKey.forName("stage");
    private static volatile Object sink;

    private Busy() {}

    public static void main(String[] args) throws Exception {
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ThreadSleep").withoutThreshold();
            recording.enable("jdk.ThreadPark").withoutThreshold();
            recording.enable("jdk.JavaMonitorEnter").withoutThreshold();
            recording.enable("jdk.JavaMonitorWait").withoutThreshold();
            recording.enable("jdk.ObjectAllocationSample").with("throttle", "1000/s");
            recording.enable("jdk.ExecutionSample").withPeriod(java.time.Duration.ofMillis(10));
            recording.enable("jdk.CPULoad").withPeriod(java.time.Duration.ofMillis(100));
            recording.start();
            ExecutorService pool = Executors.newFixedThreadPool(2);
            for (int order = 1; order <= ORDERS; order++) {
                int number = order;
                pool.execute(() -> order(number));
            }
            pool.shutdown();
            pool.awaitTermination(1, TimeUnit.MINUTES);
            recording.stop();
            recording.dump(Path.of(args[0]));
        }
    }

    private static void order(int number) {
        try (var context = RecordingContext.where(ORDER, number).where(STAGE, "wait").build()) {
            Thread.sleep(5);
            java.util.concurrent.locks.LockSupport.parkNanos(5_000_000);
            Object monitor = new Object();
            synchronized (monitor) {
                monitor.wait(5);
            }
            contend(monitor);
            try (var inner = RecordingContext.where(STAGE, "burn").build()) {
                burn(Integer.getInteger("burn.millis", 60));
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** Blocks at a monitor another thread holds for 5 ms. */
    private static void contend(Object monitor) throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        Thread holder = new Thread(() -> {
            synchronized (monitor) {
                held.countDown();
                java.util.concurrent.locks.LockSupport.parkNanos(5_000_000);
            }
        });
        holder.start();
        held.await();
        synchronized (monitor) {
            sink = monitor;
        }
        holder.join();
    }

    private static void burn(long millis) {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        List<byte[]> all = new ArrayList<>();
        while (System.nanoTime() < until) {
            all.add(new byte[10_000]);
            double sum = 0;
            for (int i = 1; i < 20_000; i++) {
                sum += Math.sqrt(i) / i;
            }
            sink = sum;
            if (all.size() > 100) {
                all.clear();
            }
        }
    }
}
