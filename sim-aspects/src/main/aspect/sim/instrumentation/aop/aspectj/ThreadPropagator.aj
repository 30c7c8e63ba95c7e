package sim.instrumentation.aop.aspectj;

import java.util.concurrent.ThreadFactory;
import org.aspectj.lang.JoinPoint;

/**
 * Hands the current context to threads that the application's own code starts. A platform thread runs in the context of the
 * starting thread, from its start to its end. A virtual thread runs in the context of the code that passes its task. Methods
 * newer than Java 17 are selected by name.
 */
public aspect ThreadPropagator extends CodeStyleContextPropagator {
    public pointcut callsToPropagate(): call(Thread Thread.startVirtualThread(Runnable))
            || call(Thread *..*.start(Runnable)) || call(Thread *..*.unstarted(Runnable))
            || call(Thread ThreadFactory+.newThread(Runnable));

    @Override
    protected Object propagate(JoinPoint.StaticPart call, Object receiver, int position, Object task) {
        return HandOver.givenToThread(call, receiver, position, task);
    }

    before(Thread thread): call(void Thread+.start()) && target(thread) {
        HandOver.starts(thread);
    }
}
