package woven;

import java.util.concurrent.CountDownLatch;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Pointcut;
import sim.instrumentation.aop.aspectj.AbstractMethodInstrumentation;

/** The aspects of {@link StuckHooked}. */
public class StuckHooks {
    private static final CountDownLatch BOTH = new CountDownLatch(2);

    private StuckHooks() {}

    private static void take(Object one, Object other) {
        synchronized (one) {
            BOTH.countDown();
            try {
                BOTH.await();
            } catch (InterruptedException ending) {
                Thread.currentThread().interrupt();
            }
            synchronized (other) {
                System.out.println("never");
            }
        }
    }

    @Aspect
    public static class Forth extends AbstractMethodInstrumentation {
        @Pointcut("execution(void woven.StuckHooked.forth())")
        public void methodsToInstrument() {}

        @Override
        protected void beforeInvoke(JoinPoint joinPoint) {
            take(StuckHooked.FIRST, StuckHooked.SECOND);
        }
    }

    @Aspect
    public static class Back extends AbstractMethodInstrumentation {
        @Pointcut("execution(void woven.StuckHooked.back())")
        public void methodsToInstrument() {}

        @Override
        protected void beforeInvoke(JoinPoint joinPoint) {
            take(StuckHooked.SECOND, StuckHooked.FIRST);
        }
    }
}
