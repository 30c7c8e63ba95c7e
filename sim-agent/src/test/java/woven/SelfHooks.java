package woven;

import java.util.Map;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Pointcut;
import sim.context.Context;
import sim.instrumentation.aop.aspectj.AbstractContextCounter;
import sim.instrumentation.aop.aspectj.AbstractContextCreator;
import sim.instrumentation.aop.aspectj.AbstractContextWriter;
import sim.instrumentation.aop.aspectj.AbstractMethodInstrumentation;

/** Every kind of hook calls a method its own pointcut selects, at both ends of a call. */
public final class SelfHooks {
    private SelfHooks() {}

    @Aspect
    public static class Writer extends AbstractContextWriter {
        @Pointcut("execution(* woven.SelfHooked.work()) || execution(* woven.SelfHooked.getId())")
        public void placeToTriggerTheContextWrite() {}

        @Override
        protected Map<String, Object> readValuesBefore(JoinPoint joinPoint) {
            return Map.of("before " + joinPoint.getSignature().getName(), idOf(joinPoint));
        }

        @Override
        protected Map<String, Object> readValuesAfter(JoinPoint joinPoint, Object returned) {
            return Map.of("after " + joinPoint.getSignature().getName(), idOf(joinPoint));
        }
    }

    @Aspect
    public static class ByDefault extends AbstractContextWriter {
        @Pointcut("execution(* woven.SelfHooked.toString()) || execution(* woven.SelfHooked.described(..))")
        public void placeToTriggerTheContextWrite() {}
    }

    @Aspect
    public static class Creator extends AbstractContextCreator {
        @Pointcut("execution(* woven.SelfHooked.getId())")
        public void methodToCreateNewContext() {}

        @Override
        protected String[] getContextNameAndTag(JoinPoint joinPoint) {
            return new String[]{"id " + idOf(joinPoint), ""};
        }

        @Override
        protected void afterInvoke(JoinPoint joinPoint) {
            idOf(joinPoint);
            super.afterInvoke(joinPoint);
        }
    }

    @Aspect
    public static class Counter extends AbstractContextCounter {
        @Pointcut("execution(* woven.SelfHooked.work()) || execution(* woven.SelfHooked.getId())")
        public void pointcutToIncrementCounter() {}

        @Override
        protected String getCounterName(JoinPoint joinPoint, Context context) {
            return "counted " + idOf(joinPoint);
        }
    }

    @Aspect
    public static class Metered extends AbstractMethodInstrumentation {
        @Pointcut("execution(* woven.SelfHooked.work()) || execution(* woven.SelfHooked.getId())")
        public void methodsToInstrument() {}

        @Override
        protected void beforeInvoke(JoinPoint joinPoint) {
            idOf(joinPoint);
            super.beforeInvoke(joinPoint);
        }

        @Override
        protected void afterInvoke(JoinPoint joinPoint, Throwable error) {
            idOf(joinPoint);
            super.afterInvoke(joinPoint, error);
        }
    }

    @Aspect
    public static class Answers extends AbstractMethodInstrumentation {
        @Pointcut("execution(boolean woven.SelfHooked.Answering.isInterrupted())")
        public void methodsToInstrument() {}

        @Override
        protected void beforeInvoke(JoinPoint joinPoint) {
            super.beforeInvoke(joinPoint);
        }
    }

    private static int idOf(JoinPoint joinPoint) {
        return ((SelfHooked) joinPoint.getThis()).getId();
    }
}
