package workload;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Many threads: {@code platform|virtual THREADS OPERATIONS}, ten calls to an operation. Platform threads are all alive at
 * once; virtual threads come and go as fast as they can be started.
 */
public final class Crowd {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final int threads;
    private final int operations;
    private volatile long sum;

    private Crowd(int threads, int operations) {
        this.threads = threads;
        this.operations = operations;
    }

    public static void main(String[] arguments) throws Exception {
        Crowd crowd = new Crowd(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        boolean virtual = arguments[0].equals("virtual");
        // once to warm up and to make what is made once
        crowd.run(virtual);
        long heap = heap();
        long allocated = allocated();
        long nanos = crowd.run(virtual);
        Figures.print("ns.per.call", (double) nanos / crowd.threads / crowd.operations / 10);
        if (allocated >= 0) {
            Figures.print("allocated.per.thread", (double) (allocated() - allocated) / crowd.threads);
        }
        Figures.print("heap.before", heap);
        Figures.print("heap.after", heap());
        Figures.print("resident", Figures.memory("VmHWM"));
    }

    private long run(boolean virtual) throws Exception {
        return virtual ? virtual() : platform();
    }

    private void work() {
        Shape shape = new Recursion();
        long own = 0;
        for (int i = 0; i < operations; i++) {
            own += shape.call(10);
        }
        sum = own;
    }

    private long platform() throws InterruptedException {
        CountDownLatch ready = new CountDownLatch(threads);
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch worked = new CountDownLatch(threads);
        CountDownLatch end = new CountDownLatch(1);
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(() -> {
                try {
                    ready.countDown();
                    go.await();
                    work();
                    worked.countDown();
                    end.await();
                } catch (InterruptedException stop) {
                    Thread.currentThread().interrupt();
                }
            });
            thread.start();
            all.add(thread);
        }
        ready.await();
        long begin = System.nanoTime();
        go.countDown();
        worked.await();
        long took = System.nanoTime() - begin;
        end.countDown();
        for (Thread each : all) {
            each.join();
        }
        return took;
    }

    /** By reflection, for it is compiled for a JDK without them. */
    private long virtual() throws Exception {
        ExecutorService executor = (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor")
                .invoke(null);
        CountDownLatch worked = new CountDownLatch(threads);
        long begin = System.nanoTime();
        for (int i = 0; i < threads; i++) {
            executor.execute(() -> {
                work();
                worked.countDown();
            });
        }
        worked.await();
        long took = System.nanoTime() - begin;
        executor.shutdown();
        return took;
    }

    /** What is used after collections have brought nothing more. */
    private static long heap() throws InterruptedException {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            // the collector behind a probe forgets dead threads at its next interval, 1 s in these runs
            Thread.sleep(500);
            MemoryUsage usage = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
            least = Math.min(least, usage.getUsed());
        }
        return least;
    }

    /**
     * What all threads allocated since the JVM began, those that ended included, but for SIM's own, which gather and ship
     * whatever the number of threads; -1 where the JDK does not tell.
     */
    private static long allocated() {
        try {
            Object bytes = ThreadMXBean.class.getMethod("getTotalThreadAllocatedBytes")
                    .invoke(THREADS);
            long own = 0;
            for (Thread each : Thread.getAllStackTraces().keySet()) {
                own += each.getName().startsWith("sim-") ? THREADS.getThreadAllocatedBytes(each.getId()) : 0;
            }
            return (long) bytes - own;
        } catch (ReflectiveOperationException untold) {
            return -1;
        }
    }
}
