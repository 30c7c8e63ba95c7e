package sim.context.handover;

import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import sim.context.ContextSnapshot;

/** A scheduler that runs each task, every time, in the context it was scheduled in. */
public final class ContextScheduledExecutorService extends ContextExecutorService implements ScheduledExecutorService {
    private final ScheduledExecutorService executor;

    public ContextScheduledExecutorService(ScheduledExecutorService executor, Supplier<ContextSnapshot> current) {
        super(executor, current);
        this.executor = executor;
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        return executor.schedule(handed(task), delay, unit);
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
        return executor.schedule(handed(task), delay, unit);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long initialDelay, long period, TimeUnit unit) {
        return executor.scheduleAtFixedRate(handed(task), initialDelay, period, unit);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long initialDelay, long delay, TimeUnit unit) {
        return executor.scheduleWithFixedDelay(handed(task), initialDelay, delay, unit);
    }
}
