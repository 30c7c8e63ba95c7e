package woven;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import sim.instrumentation.annotation.Instrument;

/**
 * Calls a short method for as long as it is told, ms, from a loop that the JIT compiles; prints what that computes. On a busy machine for longer,
 * until it had the CPU for a quarter of that.
 */
public final class Latched {
    private static final int ROUND = 10_000;

    private Latched() {}

    public static void main(String[] args) {
        long time = Long.parseLong(args[0]) * 1_000_000;
        long end = System.nanoTime() + time;
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long sum = 0;
        do {
            sum = round();
        } while (System.nanoTime() - end < 0 || threads.getCurrentThreadCpuTime() < time / 4);
        System.out.println("sum " + sum);
    }

    private static long round() {
        long sum = 0;
        for (int i = 0; i < ROUND; i++) {
            sum += Short.half(i);
        }
        return sum;
    }

    @Instrument
    static final class Short {
        private Short() {}

        static int half(int of) {
            return of / 2;
        }
    }
}
