package sim.instrumentation.data;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import sim.metrics.context.ContextSnapshot;
import sim.metrics.context.CurrentContext;
import sim.metrics.handover.ContextExecutor;
import sim.metrics.handover.ContextExecutorService;
import sim.metrics.handover.ContextScheduledExecutorService;
import sim.metrics.handover.Tasks;
import sim.metrics.probe.Metering;

/**
 * Takes the current context along by hand: to other threads where no aspect does it, and to other processes. Without a
 * current context a task is handed back as it was given, and nothing is allocated; so is null, with or without one. Any
 * thread.
 *
 * <pre>
 * executor.execute(Contexts.wrap(task));                                    // to another thread
 * Contexts.inject(request::header);                                        // to another process
 * try (Activation caller = Contexts.extract(headers::getFirst).activate()) // and there
 * </pre>
 */
public final class Contexts {
    private Contexts() {}

    /** What is current on this thread, to be activated on another. */
    public static ContextSnapshot snapshot() {
        return current().snapshot();
    }

    /** The task, to run in the context that is current now. */
    public static Runnable wrap(Runnable task) {
        ContextSnapshot in = snapshot();
        return in.isEmpty() ? task : Tasks.wrap(task, in);
    }

    /** The task, to run in the context that is current now. */
    public static <V> Callable<V> wrap(Callable<V> task) {
        ContextSnapshot in = snapshot();
        return in.isEmpty() ? task : Tasks.wrap(task, in);
    }

    /** The supplier, to run in the context that is current now. */
    public static <T> Supplier<T> wrap(Supplier<T> task) {
        ContextSnapshot in = snapshot();
        return in.isEmpty() ? task : Tasks.wrap(task, in);
    }

    /**
     * An executor whose tasks run in the context that is current where they are submitted.
     *
     * @throws NullPointerException if there is no executor
     */
    public static Executor wrap(Executor executor) {
        return new ContextExecutor(given(executor), Contexts::snapshot);
    }

    /**
     * An executor service whose tasks run in the context that is current where they are submitted.
     *
     * @throws NullPointerException if there is no executor
     */
    public static ExecutorService wrap(ExecutorService executor) {
        return new ContextExecutorService(given(executor), Contexts::snapshot);
    }

    /**
     * A scheduler whose tasks run in the context that is current where they are scheduled.
     *
     * @throws NullPointerException if there is no scheduler
     */
    public static ScheduledExecutorService wrap(ScheduledExecutorService executor) {
        return new ContextScheduledExecutorService(given(executor), Contexts::snapshot);
    }

    /**
     * Names the current context to another process as W3C {@code traceparent} and, with what travels with it
     * ({@code Context.carry}), {@code baggage}.
     *
     * @param setter puts a header, by name and value, on whatever carries the message; called up to three times, not at all
     *        without a context; what it throws is counted and goes no further
     */
    public static void inject(BiConsumer<String, String> setter) {
        current().inject(setter);
    }

    /**
     * What the headers of a message name as the context it was sent in. Activate it: contexts begun inside are that one's
     * children, in the same tree, and have its baggage as values. Empty when there is no {@code traceparent} or one that is
     * not valid. Whatever the headers say nothing is thrown and a bounded amount kept.
     *
     * @param getter gives a header by its lower-case name, or null
     */
    public static ContextSnapshot extract(UnaryOperator<String> getter) {
        return current().extract(getter);
    }

    private static <E extends Executor> E given(E executor) {
        return Objects.requireNonNull(executor, "there is no executor to wrap");
    }

    private static CurrentContext current() {
        return Metering.runtime().current();
    }
}
