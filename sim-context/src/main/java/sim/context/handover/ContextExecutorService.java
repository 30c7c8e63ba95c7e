package sim.context.handover;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import sim.context.ContextSnapshot;

/** An executor service that runs each task in the context it was submitted in; all else is the wrapped one's. */
public class ContextExecutorService extends ContextExecutor implements ExecutorService {
    private final ExecutorService executor;

    public ContextExecutorService(ExecutorService executor, Supplier<ContextSnapshot> current) {
        super(executor, current);
        this.executor = executor;
    }

    @Override
    public <T> Future<T> submit(Callable<T> task) {
        return executor.submit(handed(task));
    }

    @Override
    public <T> Future<T> submit(Runnable task, T result) {
        return executor.submit(handed(task), result);
    }

    @Override
    public Future<?> submit(Runnable task) {
        return executor.submit(handed(task));
    }

    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks) throws InterruptedException {
        return executor.invokeAll(handed(tasks));
    }

    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException {
        return executor.invokeAll(handed(tasks), timeout, unit);
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks) throws InterruptedException, ExecutionException {
        return executor.invokeAny(handed(tasks));
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        return executor.invokeAny(handed(tasks), timeout, unit);
    }

    @Override
    public void shutdown() {
        executor.shutdown();
    }

    /** The tasks as they were submitted. */
    @Override
    public List<Runnable> shutdownNow() {
        List<Runnable> tasks = new ArrayList<>();
        executor.shutdownNow().forEach(task -> tasks.add(HandedRunnable.original(task)));
        return tasks;
    }

    @Override
    public boolean isShutdown() {
        return executor.isShutdown();
    }

    @Override
    public boolean isTerminated() {
        return executor.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return executor.awaitTermination(timeout, unit);
    }

    private <T> Collection<Callable<T>> handed(Collection<? extends Callable<T>> tasks) {
        List<Callable<T>> all = new ArrayList<>(tasks.size());
        for (Callable<T> task : tasks) {
            all.add(handed(task));
        }
        return all;
    }
}
