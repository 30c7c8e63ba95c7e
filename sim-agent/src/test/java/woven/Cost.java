package woven;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Calls intercepted methods with strings that were met before, and says what a call allocates. */
public final class Cost {
    private static final int CALLS = 200_000;
    private static final String[] KEYS = {"a", "b", "c", "d"};
    private long sum;

    private Cost() {}

    public static void main(String[] arguments) {
        Cost cost = new Cost();
        cost.calls(); // until all is linked, met and grown
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            cost.calls();
            least = Math.min(least, threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before);
        }
        System.out.println("bytes " + least / CALLS);
        PayloadReport.print();
    }

    private void calls() {
        for (int i = 0; i < CALLS; i++) {
            sum += find(KEYS[i & 3], i, i) + last();
        }
    }

    long find(String key, long number, double part) {
        return key.length() + number + (long) part;
    }

    int last() {
        return 1;
    }
}
