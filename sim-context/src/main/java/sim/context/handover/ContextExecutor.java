package sim.context.handover;

import java.util.concurrent.Executor;
import java.util.function.Supplier;
import sim.context.ContextSnapshot;

/** An executor that runs each task in the context it was submitted in. */
public class ContextExecutor implements Executor {
    private final Executor executor;
    private final Supplier<ContextSnapshot> current;

    /** @param current takes a snapshot of the calling thread */
    public ContextExecutor(Executor executor, Supplier<ContextSnapshot> current) {
        this.executor = executor;
        this.current = current;
    }

    @Override
    public void execute(Runnable task) {
        executor.execute(handed(task));
    }

    final Runnable handed(Runnable task) {
        ContextSnapshot in = current.get();
        return in.isEmpty() ? task : Tasks.wrap(task, in);
    }

    final <V> java.util.concurrent.Callable<V> handed(java.util.concurrent.Callable<V> task) {
        ContextSnapshot in = current.get();
        return in.isEmpty() ? task : Tasks.wrap(task, in);
    }

    @Override
    public String toString() {
        return executor.toString();
    }
}
