package sim.instrumentation.aop.aspectj;

import java.util.concurrent.ThreadFactory;
import org.aspectj.lang.JoinPoint;

/**
 * Hands the current context to threads that Spring's task executors start for one task. Such a thread runs only that task, so the
 * whole thread is in its context.
 */
public aspect SpringTaskPropagator extends CodeStyleContextPropagator {
    pointcut inExecutors(): within(org.springframework.core.task..*);

    public pointcut callsToPropagate(): inExecutors() && (call(Thread *..*.unstarted(Runnable))
            || call(Thread ThreadFactory+.newThread(Runnable)));

    @Override
    protected Object propagate(JoinPoint.StaticPart call, Object receiver, int position, Object task) {
        return HandOver.givenToThread(call, receiver, position, task);
    }

    before(Thread thread): call(void Thread+.start()) && target(thread) && inExecutors() {
        HandOver.starts(thread);
    }
}
