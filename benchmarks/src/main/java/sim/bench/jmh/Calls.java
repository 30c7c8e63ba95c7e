package sim.bench.jmh;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import workload.Shape;

/** The one benchmark: a shape's call, ten deep. A fork loads one shape only, so that the call is bound to it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Calls {
    /** A class that extends {@link Shape}. */
    @Param("workload.Recursion")
    public String shape;

    @Param("0")
    public int steps;

    private Shape instance;

    @Setup
    public void prepare() throws ReflectiveOperationException {
        instance = (Shape) Class.forName(shape).getDeclaredConstructor().newInstance();
        instance.setSteps(steps);
    }

    @Benchmark
    public long call(Processor time) {
        return instance.call(10);
    }

    /**
     * The calling thread's CPU time, which a busy machine distorts far less than the clock's, and what it allocates. As
     * operation counters of an average-time benchmark they come out as elapsed time over the count.
     */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Processor {
        private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

        public long cpuNanos;
        public long allocatedBytes;

        private long begin;
        private long bytesBefore;

        @Setup(Level.Iteration)
        public void begin() {
            bytesBefore = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
            begin = THREADS.getCurrentThreadCpuTime();
        }

        @TearDown(Level.Iteration)
        public void end() {
            cpuNanos = THREADS.getCurrentThreadCpuTime() - begin;
            allocatedBytes = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - bytesBefore;
        }
    }
}
