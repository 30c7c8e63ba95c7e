package sim.bench.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Why a probe's cost is the length of its longest chain of loads: a clock read, and loads of which each needs the one before
 * but none the clock. A processor that did both at once would take the longer of the two; this one takes their sum.
 *
 * <pre>java -cp 'benchmarks/target/benchmarks.jar:benchmarks/target/lib/*' org.openjdk.jmh.Main ClockAndLoads</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class ClockAndLoads {
    private static final class Link {
        Link next;
    }

    @Param({"0", "4", "8", "16"})
    public int loads;

    private Link first;

    @Setup
    public void chain() {
        first = new Link();
        Link last = first;
        for (int i = 0; i < 31; i++) {
            last.next = new Link();
            last = last.next;
        }
        last.next = first;
    }

    @Benchmark
    public Object loadsAlone() {
        return follow();
    }

    @Benchmark
    public long clockAndLoads() {
        long now = System.nanoTime();
        return follow() == null ? 0 : now;
    }

    private Link follow() {
        Link at = first;
        for (int i = 0; i < loads; i++) {
            at = at.next;
        }
        return at;
    }
}
