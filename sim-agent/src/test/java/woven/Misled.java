package woven;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Pointcut;
import sim.instrumentation.aop.aspectj.AbstractContextPropagator;
import sim.instrumentation.data.ContextManager;
import sim.metrics.probe.Metering;

/** Hands tasks on under a propagator that answers null, or what the call cannot take. */
public final class Misled {
    private static String how;
    private static int asked;

    private Misled() {}

    public static void main(String[] args) {
        ContextManager.createNewContext("misled", "1");
        hand("null", () -> System.out.println("ran null"));
        hand("text", () -> System.out.println("ran text"));
        hand("again", () -> System.out.println("ran again"));
        System.out.println("failures " + Metering.runtime().counters().get("metering.failures"));
        System.out.println("asked " + asked);
    }

    static void hand(String how, Runnable task) {
        task.run();
    }

    /** What the propagators answer, in either style; where it calls what they select, they are not asked. */
    static Object answer(int position, Object task) {
        asked++;
        if (position == 0) {
            how = (String) task;
            return task;
        }
        if (how.equals("again")) {
            hand("again", () -> System.out.println("ran inside"));
            hand("again", () -> System.out.println("ran inside"));
            return task;
        }
        return how.equals("null") ? null : how;
    }

    /** Misleads. */
    @Aspect
    public static class Propagator extends AbstractContextPropagator {
        @Pointcut("call(* woven.Misled.hand(..))")
        public void callsToPropagate() {}

        @Override
        protected Object propagate(JoinPoint.StaticPart call, Object receiver, int position, Object task) {
            return answer(position, task);
        }
    }
}
