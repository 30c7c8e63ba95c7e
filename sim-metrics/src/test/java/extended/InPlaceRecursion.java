package extended;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.jinspired.probes.Probes;
import sim.instrumentation.data.MethodProbe;
import sim.instrumentation.data.Probe;

/**
 * Begins and ends probes by hand in a method that calls itself, ten deep, which no compiler inlines whole: {@code open} or
 * {@code method}. Prints the bytes ten thousand calls allocate as soon as that is none, or what it is after 5 s: the compilers
 * are through by then.
 */
public final class InPlaceRecursion {
    private static final Probes.Name CALL = Probes.parse("shop.order");
    private static final int DEPTH = 10;
    private static final int TIMES = 1_000;
    private static final long SETTLING = 5_000_000_000L;

    private static long worked;

    private InPlaceRecursion() {}

    public static void main(String[] args) {
        boolean open = args[0].equals("open");
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long until = System.nanoTime() + SETTLING;
        long bytes;
        do {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < TIMES; i++) {
                worked += open ? open(DEPTH) : method(DEPTH);
            }
            bytes = threads.getCurrentThreadAllocatedBytes() - before;
        } while (bytes > 0 && System.nanoTime() < until);
        System.out.println("bytes " + bytes);
    }

    private static long open(int depth) {
        Probes.Probe probe = Probes.begin(CALL);
        try {
            return depth > 1 ? open(depth - 1) : worked & 1;
        } finally {
            probe.end();
        }
    }

    private static long method(int depth) {
        MethodProbe probe = Probe.createMethodProbe(InPlaceRecursion.class, "method").start();
        long result;
        try {
            result = depth > 1 ? method(depth - 1) : worked & 1;
        } catch (RuntimeException failure) {
            probe.endWithException(failure);
            throw failure;
        }
        probe.end();
        return result;
    }
}
