package woven;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.util.concurrent.CountDownLatch;
import sim.instrumentation.annotation.Instrument;

/** What virtual threads allocate that make ten metered calls each, beyond what they do with ten others. */
public class Garbage {
    private static final int THREADS = 20_000;
    private static volatile int sum;

    @Instrument
    static void metered() {
        sum += 1;
    }

    static void bare() {
        sum += 1;
    }

    public static void main(String[] args) throws Exception {
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        Method allocated = ThreadMXBean.class.getMethod("getTotalThreadAllocatedBytes");
        double least = Double.MAX_VALUE;
        for (int round = 0; round < 8; round++) {
            long before = (long) allocated.invoke(ManagementFactory.getThreadMXBean());
            run(start, false);
            long between = (long) allocated.invoke(ManagementFactory.getThreadMXBean());
            run(start, true);
            long after = (long) allocated.invoke(ManagementFactory.getThreadMXBean());
            least = Math.min(least, (double) (after - between - (between - before)) / THREADS);
        }
        System.out.println("bytes a thread " + least);
    }

    private static void run(Method start, boolean metered) throws Exception {
        CountDownLatch over = new CountDownLatch(THREADS);
        for (int i = 0; i < THREADS; i++) {
            start.invoke(null, (Runnable) () -> {
                for (int call = 0; call < 10; call++) {
                    if (metered) {
                        metered();
                    } else {
                        bare();
                    }
                }
                over.countDown();
            });
        }
        over.await();
    }
}
