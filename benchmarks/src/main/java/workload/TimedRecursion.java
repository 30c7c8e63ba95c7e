package workload;

import io.micrometer.core.annotation.Timed;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

/** {@link Recursion} with Micrometer's annotation, for its TimedAspect; which records to the global registry. */
public final class TimedRecursion extends Shape {
    static {
        Metrics.addRegistry(new SimpleMeterRegistry());
    }

    @Override
    @Timed("call")
    public long call(int depth) {
        return depth > 1 ? call(depth - 1) : work();
    }
}
