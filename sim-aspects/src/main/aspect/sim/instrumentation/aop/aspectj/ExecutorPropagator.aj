package sim.instrumentation.aop.aspectj;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import org.aspectj.lang.JoinPoint;

/** Hands the current context to the tasks of executors, schedulers and fork-join pools that the application's own code submits. */
public aspect ExecutorPropagator extends TaskPropagator {
    public pointcut callsToPropagate(): call(void Executor+.execute(Runnable))
            || call(* ExecutorService+.submit(..)) || call(* ExecutorService+.invokeA*(..))
            || call(* ScheduledExecutorService+.schedule*(..)) || call(* CompletionService+.submit(..))
            || call(* ForkJoinPool+.invoke(..)) || call(void ForkJoinPool+.execute(ForkJoinTask))
            || call(* ForkJoinTask+.invokeAll(..)) || call(* ForkJoinTask+.adapt*(..)) || call(FutureTask.new(..));

    pointcut taskRuns(): execution(void Runnable+.run()) || execution(* Callable+.call())
            || execution(* ForkJoinTask+.compute()) || execution(boolean ForkJoinTask+.exec());

    @Override
    protected Object propagate(JoinPoint.StaticPart call, Object receiver, int position, Object task) {
        return HandOver.submitted(call, receiver, position, task);
    }

    before(Object task): call(* ForkJoinTask+.fork()) && target(task) {
        HandOver.forked(task);
    }

    /** A wrapped task is found by the original task. */
    boolean around(ThreadPoolExecutor pool, Runnable task): call(boolean ThreadPoolExecutor+.remove(Runnable))
            && target(pool) && args(task) {
        return HandOver.removed(pool, task, proceed(pool, task));
    }

    /** Tasks that never ran are returned as they were submitted. */
    List<Runnable> around(): call(List<Runnable> ExecutorService+.shutdownNow()) {
        return HandOver.originals(proceed());
    }

    /** A handler gets the submitted task. It runs on the submitting thread, in that thread's context. */
    void around(Runnable task): execution(void RejectedExecutionHandler+.rejectedExecution(Runnable, ThreadPoolExecutor))
            && args(task, *) {
        proceed(HandOver.original(task));
    }
}
