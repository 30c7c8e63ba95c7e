package sim.instrumentation.data;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import sim.context.ContextSnapshot;
import sim.context.CurrentContext;
import sim.context.handover.ContextExecutor;
import sim.context.handover.ContextExecutorService;
import sim.context.handover.ContextScheduledExecutorService;
import sim.context.handover.Tasks;
import sim.metrics.probe.Metering;

/**
 * Hands the current context over by hand: to other threads where no aspect does it, and to other processes. Without a current
 * context a method returns the task that it got, and allocates nothing. For null it returns null. Any thread.
 *
 * <pre>
 * executor.execute(Contexts.wrap(task));                                    // to another thread
 * Contexts.inject(request::header);                                        // to another process
 * try (Activation caller = Contexts.extract(headers::getFirst).activate()) // and there
 * </pre>
 */
public final class Contexts {
    private Contexts() {}

    /** A snapshot of what is current on this thread, to be activated on another. */
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
     * Sends the current context to another process as W3C {@code traceparent}, and the values that travel with it
     * ({@code Context.carry}) as {@code baggage}.
     *
     * @param setter adds a header, by name and value, to the message. SIM calls it up to three times, and not without a context.
     *        What it throws is counted and goes no further
     */
    public static void inject(BiConsumer<String, String> setter) {
        current().inject(setter);
    }

    /**
     * The context in which a message was sent, from the message's headers. Activate it: contexts that begin inside are children
     * of that context, in the same tree, and have its baggage as values. The snapshot is empty if there is no valid
     * {@code traceparent}. Whatever the headers contain, this method throws nothing and keeps a bounded amount.
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
