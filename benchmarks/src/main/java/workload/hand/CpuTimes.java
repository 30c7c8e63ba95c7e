package workload.hand;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import workload.Shape;

/** The floor of whatever reports CPU time: two readings of the clock and two of the thread's CPU time. */
public final class CpuTimes extends Shape {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private long sum;
    private long cpuSum;

    @Override
    public long call(int depth) {
        long begin = System.nanoTime();
        long cpu = THREADS.getCurrentThreadCpuTime();
        try {
            return depth > 1 ? call(depth - 1) : work();
        } finally {
            cpuSum += THREADS.getCurrentThreadCpuTime() - cpu;
            sum += System.nanoTime() - begin;
        }
    }

    @Override
    public String toString() {
        return "CpuTimes " + sum + " " + cpuSum;
    }
}
