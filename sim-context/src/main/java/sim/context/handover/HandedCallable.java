package sim.context.handover;

import java.util.concurrent.Callable;
import sim.context.Activation;
import sim.context.ContextSnapshot;

/** A task with the context it was submitted in. Its text is the task's. */
final class HandedCallable<V> implements Callable<V> {
    private final Callable<V> task;
    private final ContextSnapshot snapshot;

    HandedCallable(Callable<V> task, ContextSnapshot snapshot) {
        this.task = task;
        this.snapshot = snapshot;
    }

    @Override
    public V call() throws Exception {
        try (Activation ignored = snapshot.activate()) {
            return task.call();
        }
    }

    @Override
    public String toString() {
        return task.toString();
    }
}
