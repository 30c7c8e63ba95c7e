package workload;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.locks.LockSupport;

/**
 * A program under a steady load: {@code SHAPE CALLS_PER_SECOND SECONDS}. Every millisecond it makes its share of calls and
 * rests; a share it could not begin in time is made up for at once. The first second is not counted.
 */
public final class Steady {
    private static final long MILLI = 1_000_000;

    private Steady() {}

    public static void main(String[] arguments) throws Exception {
        Shape shape = (Shape) Class.forName(arguments[0]).getDeclaredConstructor().newInstance();
        int operations = Integer.parseInt(arguments[1]) / 10_000;
        long sum = run(shape, operations, 1_000)[0];
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long cpu = threads.getCurrentThreadCpuTime();
        int millis = 1_000 * Integer.parseInt(arguments[2]);
        long[] spent = run(shape, operations, millis);
        double calls = 10.0 * operations * millis;
        Figures.print("calls", calls + 10.0 * operations * 1_000);
        Figures.print("ns.per.call", spent[1] / calls);
        Figures.print("cpu.ns.per.call", (threads.getCurrentThreadCpuTime() - cpu) / calls);
        Figures.print("calls.per.second", calls / spent[2] * 1e9);
        Figures.print("sum", sum + spent[0]);
    }

    /** Returns the results' sum, the time spent in calls, and the time it took in all. */
    private static long[] run(Shape shape, int operations, int millis) {
        long sum = 0;
        long busy = 0;
        long begin = System.nanoTime();
        for (int i = 0; i < millis; i++) {
            long due = begin + i * MILLI;
            for (long now = System.nanoTime(); now < due; now = System.nanoTime()) {
                LockSupport.parkNanos(due - now);
            }
            long burst = System.nanoTime();
            for (int j = 0; j < operations; j++) {
                sum += shape.call(10);
            }
            busy += System.nanoTime() - burst;
        }
        return new long[]{sum, busy, System.nanoTime() - begin};
    }
}
