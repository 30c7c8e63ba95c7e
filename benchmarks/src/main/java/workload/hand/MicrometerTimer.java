package workload.hand;

import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.TimeUnit;
import workload.Shape;

/** Micrometer's Timer around the call, as its documentation does for code that must not pass a lambda. */
public final class MicrometerTimer extends Shape {
    private static final Timer TIMER = Timer.builder("call").register(new SimpleMeterRegistry());

    @Override
    public long call(int depth) {
        long begin = System.nanoTime();
        try {
            return depth > 1 ? call(depth - 1) : work();
        } finally {
            TIMER.record(System.nanoTime() - begin, TimeUnit.NANOSECONDS);
        }
    }
}
