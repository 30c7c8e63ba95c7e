package sim.bench.jmh;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
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
     * The calling thread's CPU time, which a busy machine distorts far less than the clock's. As an operation counter of an
     * average-time benchmark it comes out as elapsed time over CPU time.
     */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Processor {
        private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

        public long cpuNanos;

        private long begin;

        @Setup(Level.Iteration)
        public void begin() {
            begin = THREADS.getCurrentThreadCpuTime();
        }

        @TearDown(Level.Iteration)
        public void end() {
            cpuNanos = THREADS.getCurrentThreadCpuTime() - begin;
        }
    }
}
