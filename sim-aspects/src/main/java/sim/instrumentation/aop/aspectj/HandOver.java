package sim.instrumentation.aop.aspectj;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.stream.BaseStream;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.reflect.CodeSignature;
import sim.context.ContextSnapshot;
import sim.context.CurrentContext;
import sim.context.handover.ContextExecutor;
import sim.context.handover.HandedRunnable;
import sim.context.handover.Tasks;
import sim.metrics.probe.Metering;

/**
 * Called by the propagator aspects: gives a task the context of the calling thread, without a difference that the application could
 * notice. The first of these ways that fits is taken:
 * <ul>
 * <li>If the receiver shows the task to nobody (the JDK's own executors and stages), SIM wraps the task.
 * <li>If the receiver may show the task to the application, in a queue, a handler or an overridden method, and the task is a lambda,
 * SIM wraps it: nobody can cast, compare or look up a lambda by more than its one interface.
 * <li>Otherwise the task stays the same object, and {@link TaskTable} keeps its context until it runs.
 * </ul>
 * Without a current context each method returns at its first line. No method throws.
 */
final class HandOver {
    /** Queues that do not look at the tasks in them. */
    private static final Set<Class<?>> BLIND_QUEUES = Set.of(LinkedBlockingQueue.class, ArrayBlockingQueue.class,
            SynchronousQueue.class, LinkedTransferQueue.class, LinkedBlockingDeque.class);
    /** Wrappers of the JDK that may hold an executor of the application, which then sees the task. */
    private static final Set<String> SEE_THROUGH = Set.of("java.util.concurrent.Executors$DelegatedExecutorService",
            ExecutorCompletionService.class.getName());

    private static final TaskTable TABLE = new TaskTable(() -> current().countLeftOut());

    private HandOver() {}

    /** Whether there is anything to hand over. */
    static boolean isContextCurrent() {
        try {
            return !current().isEmpty();
        } catch (Throwable failure) {
            JoinPoints.failed(failure);
            return false;
        }
    }

    static Object wrapped(JoinPoint.StaticPart call, int position, Object task) {
        try {
            ContextSnapshot in = current().snapshot();
            return in.isEmpty() ? task : Tasks.wrap(declared(call, position), task, in);
        } catch (Throwable failure) {
            JoinPoints.failed(failure);
            return task;
        }
    }

    static Object submitted(JoinPoint.StaticPart call, Object executor, int position, Object task) {
        try {
            ContextSnapshot in = current().snapshot();
            if (in.isEmpty() || task == null || executor instanceof ContextExecutor) {
                return task;
            }
            Class<?> declared = declared(call, position);
            if (task instanceof ForkJoinTask && declared == ForkJoinTask.class) {
                TABLE.put(task, in, false);
                return task;
            }
            if (declared == ForkJoinTask[].class) {
                for (Object one : (Object[]) task) {
                    TABLE.put(one, in, false);
                }
                return task;
            }
            if (declared == Collection.class) {
                return all((Collection<?>) task, executor, in);
            }
            boolean again = call.getSignature().getName().startsWith("scheduleAt")
                    || call.getSignature().getName().startsWith("scheduleWith");
            return one(declared, task, executor, call.getSignature().getName().equals("execute"), again, in);
        } catch (Throwable failure) {
            JoinPoints.failed(failure);
            return task;
        }
    }

    static void forked(Object task) {
        try {
            ContextSnapshot in = current().snapshot();
            if (!in.isEmpty()) {
                TABLE.put(task, in, false);
            }
        } catch (Throwable failure) {
            JoinPoints.failed(failure);
        }
    }

    static Object scheduled(JoinPoint.StaticPart call, int position, Object task) {
        try {
            ContextSnapshot in = current().snapshot();
            if (!in.isEmpty() && task != null && position == 0) {
                TABLE.put(task, in, ((CodeSignature) call.getSignature()).getParameterTypes().length == 3);
            }
        } catch (Throwable failure) {
            JoinPoints.failed(failure);
        }
        return task;
    }

    static void starts(Thread thread) {
        try {
            Metering.runtime().hand(thread);
        } catch (Throwable failure) {
            JoinPoints.failed(failure);
        }
    }

    /** Called when a thread gets its task. A platform thread that is started later gets its context when it is started. */
    static Object givenToThread(JoinPoint.StaticPart call, Object receiver, int position, Object task) {
        String type = receiver == null ? "" : receiver.getClass().getName();
        boolean taken = receiver == null || type.startsWith("java.lang.ThreadBuilders$Virtual")
                || type.startsWith("java.lang.ThreadBuilders$") && call.getSignature().getName().equals("start");
        return taken ? wrapped(call, position, task) : task;
    }

    static Object givenToStream(JoinPoint.StaticPart call, Object stream, int position, Object task) {
        try {
            ContextSnapshot in = current().snapshot();
            return in.isEmpty() || !((BaseStream<?, ?>) stream).isParallel()
                    ? task
                    : Tasks.wrap(declared(call, position), task, in);
        } catch (Throwable failure) {
            JoinPoints.failed(failure);
            return task;
        }
    }

    /** Called before a task of the application runs: makes the context current in which the task was submitted, if there was one. */
    static void runs(Object task) {
        try {
            Run run = current().nearest(Run.class);
            if (run != null && run.task == task) {
                run.depth++; // the task calls itself, or the method that it overrides
                return;
            }
            ContextSnapshot in = TABLE.take(task);
            if (in != null) {
                current().activate(in, new Run(task));
            }
        } catch (Throwable failure) {
            JoinPoints.failed(failure);
        }
    }

    static void ran(Object task) {
        try {
            Run run = current().nearest(Run.class);
            if (run != null && run.task == task && --run.depth == 0) {
                current().closeOf(run);
            }
        } catch (Throwable failure) {
            JoinPoints.failed(failure);
        }
    }

    static boolean removed(ThreadPoolExecutor pool, Runnable task, boolean removed) {
        try {
            if (removed) {
                TABLE.forget(task);
                return true;
            }
            for (Runnable queued : pool.getQueue()) {
                if (queued instanceof HandedRunnable && ((HandedRunnable) queued).task() == task
                        && pool.remove(queued)) {
                    return true;
                }
            }
        } catch (Throwable failure) {
            JoinPoints.failed(failure);
        }
        return removed;
    }

    static List<Runnable> originals(List<Runnable> tasks) {
        try {
            if (tasks == null || tasks.stream().noneMatch(HandedRunnable.class::isInstance)) {
                return tasks;
            }
            List<Runnable> originals = new ArrayList<>();
            tasks.forEach(task -> originals.add(original(task)));
            return originals;
        } catch (Throwable failure) {
            JoinPoints.failed(failure);
            return tasks;
        }
    }

    static Runnable original(Runnable task) {
        return HandedRunnable.original(task);
    }

    private static Object all(Collection<?> tasks, Object executor, ContextSnapshot in) {
        List<Object> all = new ArrayList<>(tasks.size());
        for (Object task : tasks) {
            if (task instanceof ForkJoinTask) {
                TABLE.put(task, in, false);
                all.add(task);
            } else {
                all.add(task == null ? null : one(Callable.class, task, executor, false, false, in));
            }
        }
        return all;
    }

    private static Object one(Class<?> declared, Object task, Object executor, boolean executed, boolean again,
            ContextSnapshot in) {
        if (!Tasks.isTask(declared)) {
            return task;
        }
        if (!shows(executor, executed)) {
            return Tasks.wrap(declared, task, in);
        }
        if (!isLambda(task)) {
            TABLE.put(task, in, again);
            return task;
        }
        if (executor instanceof ThreadPoolExecutor && executed
                && !BLIND_QUEUES.contains(((ThreadPoolExecutor) executor).getQueue().getClass())) {
            current().countLeftOut();
            return task;
        }
        return Tasks.wrap(declared, task, in);
    }

    /** Whether code of the application may see the task: in its own executor, or in parts of a pool that it chose. */
    private static boolean shows(Object executor, boolean executed) {
        if (executor == null) {
            return false;
        }
        Class<?> type = executor.getClass();
        return type.getClassLoader() != null || executed && type == ThreadPoolExecutor.class || type.isHidden()
                || SEE_THROUGH.contains(type.getName());
    }

    /** Whether a task is a lambda or method reference of one interface, and perhaps Serializable. */
    private static boolean isLambda(Object task) {
        if (!task.getClass().isHidden()) {
            return false;
        }
        int interfaces = 0;
        for (Class<?> one : task.getClass().getInterfaces()) {
            interfaces += one == Serializable.class ? 0 : 1;
        }
        return interfaces == 1;
    }

    private static Class<?> declared(JoinPoint.StaticPart call, int position) {
        return ((CodeSignature) call.getSignature()).getParameterTypes()[position];
    }

    private static CurrentContext current() {
        return Metering.runtime().current();
    }

    /** A task that runs in its context: the token with which its scope is closed. */
    private static final class Run {
        final Object task;
        int depth = 1;

        Run(Object task) {
            this.task = task;
        }
    }
}
