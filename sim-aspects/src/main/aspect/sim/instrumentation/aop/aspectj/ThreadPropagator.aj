package sim.instrumentation.aop.aspectj;

import java.util.concurrent.ThreadFactory;
import org.aspectj.lang.JoinPoint;

/**
 * To threads the application's own code starts: a platform thread runs in the context of whoever starts it, from its start
 * to its end; a virtual one in the context of whoever hands it what to run. What is newer than Java 17 is selected by name.
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
