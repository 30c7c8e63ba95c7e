package woven;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Pointcut;
import sim.instrumentation.aop.aspectj.AbstractContextPropagator;
import sim.instrumentation.data.ContextManager;
import sim.metrics.probe.Metering;

/** Hands tasks on under a propagator that answers null, or what the call cannot take. */
public final class Misled {
    private Misled() {}

    public static void main(String[] args) {
        ContextManager.createNewContext("misled", "1");
        hand("null", () -> System.out.println("ran null"));
        hand("text", () -> System.out.println("ran text"));
        System.out.println("failures " + Metering.runtime().counters().get("metering.failures"));
    }

    static void hand(String how, Runnable task) {
        task.run();
    }

    /** Misleads. */
    @Aspect
    public static class Propagator extends AbstractContextPropagator {
        @Pointcut("call(* woven.Misled.hand(..))")
        public void callsToPropagate() {}

        private String how;

        @Override
        protected Object propagate(JoinPoint.StaticPart call, Object receiver, int position, Object task) {
            if (position == 0) {
                how = (String) task;
                return task;
            }
            return how.equals("null") ? null : how;
        }
    }
}
