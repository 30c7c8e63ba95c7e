package sim.bench.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
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
    public long call() {
        return instance.call(10);
    }
}
