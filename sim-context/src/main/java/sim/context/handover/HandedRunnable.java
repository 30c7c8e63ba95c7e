package sim.context.handover;

import sim.context.Activation;
import sim.context.ContextSnapshot;

/** A task with the context it was submitted in. Its text is the task's, and the task can be had back. */
public final class HandedRunnable implements Runnable {
    private final Runnable task;
    private final ContextSnapshot snapshot;

    HandedRunnable(Runnable task, ContextSnapshot snapshot) {
        this.task = task;
        this.snapshot = snapshot;
    }

    /** What the application submitted. */
    public Runnable task() {
        return task;
    }

    /** The application's own task, wrapped or not. */
    public static Runnable original(Runnable task) {
        return task instanceof HandedRunnable ? ((HandedRunnable) task).task : task;
    }

    @Override
    public void run() {
        try (Activation ignored = snapshot.activate()) {
            task.run();
        }
    }

    @Override
    public String toString() {
        return task.toString();
    }
}
