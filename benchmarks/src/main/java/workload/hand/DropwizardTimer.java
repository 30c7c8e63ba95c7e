package workload.hand;

import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import workload.Shape;

/** Dropwizard's Timer around the call, with its default reservoir. */
public final class DropwizardTimer extends Shape {
    private static final Timer TIMER = new MetricRegistry().timer("call");

    @Override
    public long call(int depth) {
        try (Timer.Context running = TIMER.time()) {
            return depth > 1 ? call(depth - 1) : work();
        }
    }
}
