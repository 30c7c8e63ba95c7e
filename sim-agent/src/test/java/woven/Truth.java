package woven;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Not instrumented: prints what the JVM's own beans say a call cost, in SIM's units, read around it and, if it does so
 * itself, inside it. Whatever the machine does meanwhile, SIM's figures lie between. The beans count times in milliseconds.
 */
final class Truth {
    private static final com.sun.management.ThreadMXBean THREADS = (com.sun.management.ThreadMXBean) ManagementFactory
            .getThreadMXBean();

    private static Map<String, Long> entered;
    private static Map<String, Long> left;

    private Truth() {}

    static void of(String method, Call call) throws InterruptedException {
        Map<String, Long> before = now();
        call.make();
        Map<String, Long> after = now();
        if (left != null) {
            print("inside " + method, entered, left);
            print("around " + method, before, after);
        }
        left = null;
    }

    /** The first thing a call does. */
    static void entered() {
        entered = now();
    }

    /** The last thing it does. */
    static void left() {
        left = now();
    }

    private static void print(String what, Map<String, Long> before, Map<String, Long> after) {
        StringBuilder line = new StringBuilder(what);
        after.forEach((meter, value) -> line.append(' ').append(meter).append('=').append(value - before.get(meter)));
        System.out.println(line);
    }

    private static Map<String, Long> now() {
        Thread thread = Thread.currentThread();
        ThreadInfo info = THREADS.getThreadInfo(new long[]{thread.getId()})[0];
        Map<String, Long> now = new LinkedHashMap<>();
        now.put("wall", System.nanoTime());
        now.put("thread.cpu", THREADS.getCurrentThreadCpuTime());
        now.put("blocking.time", info.getBlockedTime() * 1_000_000);
        now.put("waiting.time", info.getWaitedTime() * 1_000_000);
        now.put("gc.time", ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime).sum() * 1_000_000);
        now.put("alloc.bytes", THREADS.getThreadAllocatedBytes(thread.getId()));
        return now;
    }

    interface Call {
        void make() throws InterruptedException;
    }
}
