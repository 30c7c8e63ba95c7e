package woven;

import java.util.Map;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Pointcut;
import sim.context.Context;
import sim.instrumentation.aop.aspectj.AbstractContextCounter;
import sim.instrumentation.aop.aspectj.AbstractContextCreator;
import sim.instrumentation.aop.aspectj.AbstractContextPropagator;
import sim.instrumentation.aop.aspectj.AbstractContextWriter;
import sim.instrumentation.aop.aspectj.AbstractMethodInstrumentation;
import sim.instrumentation.aop.aspectj.AbstractMethodInterceptor;

/** Every hook of every abstract aspect, overridden in classes that the Java compiler makes aspects of. */
public final class HooksByAnnotation {
    private HooksByAnnotation() {}

    @Aspect
    public static class WriterHooks extends AbstractContextWriter {
        @Pointcut("within(woven.Hooked) && (execution(woven.Hooked.new(..)) || execution(* written(..)) || execution(* failing(..)) || set(* state) || get(* state) || (handler(*) && withincode(* handling(..))))")
        public void placeToTriggerTheContextWrite() {}

        @Override
        protected void beforeInvoke(JoinPoint joinPoint) {
            Hooks.ran("before", joinPoint);
            Hooks.put("before", joinPoint.getKind());
        }

        @Override
        protected void afterReturningInvoke(JoinPoint joinPoint, Object returned) {
            Hooks.ran("returning " + (returned instanceof Hooked.Secret ? "secret" : returned), joinPoint);
        }

        @Override
        protected void afterInvoke(JoinPoint joinPoint) {
            Hooks.ran("after", joinPoint);
        }
    }

    @Aspect
    public static class BrokenHooks extends AbstractContextWriter {
        @Pointcut("execution(* woven.Hooked.broken(..))")
        public void placeToTriggerTheContextWrite() {}

        @Override
        protected void beforeInvoke(JoinPoint joinPoint) {
            throw new UnsupportedOperationException("a hook of the application's");
        }

        @Override
        protected void afterReturningInvoke(JoinPoint joinPoint, Object returned) {
            throw new UnsupportedOperationException("a hook of the application's");
        }

        @Override
        protected void afterInvoke(JoinPoint joinPoint) {
            throw new UnsupportedOperationException("a hook of the application's");
        }
    }

    @Aspect
    public static class AddingHooks extends AbstractContextWriter {
        @Pointcut("execution(* woven.Hooked.both(..))")
        public void placeToTriggerTheContextWrite() {}

        @Override
        protected void beforeInvoke(JoinPoint joinPoint) {
            super.beforeInvoke(joinPoint);
            Hooks.put("added", joinPoint.getSignature().getName());
        }

        @Override
        protected void afterReturningInvoke(JoinPoint joinPoint, Object returned) {
            super.afterReturningInvoke(joinPoint, returned);
            Hooks.put("added after", returned);
        }
    }

    @Aspect
    public static class ReadingHooks extends AbstractContextWriter {
        @Pointcut("within(woven.Hooked.Read) && (execution(woven.Hooked.Read.new(..)) || set(* value))")
        public void placeToTriggerTheContextWrite() {}

        @Override
        protected Map<String, Object> readValuesBefore(JoinPoint joinPoint) {
            return Hooks.read("read before", joinPoint, null);
        }

        @Override
        protected Map<String, Object> readValuesAfter(JoinPoint joinPoint, Object returned) {
            return Hooks.read("read after", joinPoint, returned);
        }
    }

    @Aspect
    public static class LaterReadingHooks extends AbstractContextWriter {
        @Pointcut("execution(* woven.Hooked.Read.both(..))")
        public void placeToTriggerTheContextWrite() {}

        @Override
        protected Map<String, Object> readValuesBeforeExecution(JoinPoint joinPoint) {
            return Hooks.read("read before", joinPoint, null);
        }

        @Override
        protected Map<String, Object> readValuesAfterReturningExecution(JoinPoint joinPoint, Object returned) {
            return Hooks.read("read after", joinPoint, returned);
        }
    }

    @Aspect
    public static class CreatorHooks extends AbstractContextCreator {
        @Pointcut("execution(* woven.Hooked.created(..))")
        public void methodToCreateNewContext() {}

        @Override
        protected void beforeInvoke(JoinPoint joinPoint) {
            Hooks.ran("before creator", joinPoint);
            Hooks.beginOwn();
        }

        @Override
        protected void afterInvoke(JoinPoint joinPoint) {
            Hooks.ran("after creator", joinPoint);
            Hooks.endOwn();
        }
    }

    @Aspect
    public static class NamingHooks extends AbstractContextCreator {
        @Pointcut("execution(* woven.Hooked.named(..))")
        public void methodToCreateNewContext() {}

        @Override
        protected String[] getContextNameAndTag(JoinPoint joinPoint) {
            return new String[]{joinPoint.getSignature().getName() + " by a hook", "tagged"};
        }
    }

    @Aspect
    public static class CounterHooks extends AbstractContextCounter {
        @Pointcut("execution(* woven.Hooked.counted(..))")
        public void pointcutToIncrementCounter() {}

        @Override
        protected String getCounterName(JoinPoint joinPoint, Context context) {
            return "counted in " + context.getName();
        }
    }

    @Aspect
    public static class EarlierName extends AbstractMethodInterceptor {
        @Pointcut("execution(* woven.Hooked.byEarlierName(..))")
        public void methodExecution() {}
    }

    @Aspect
    public static class InstrumentationHooks extends AbstractMethodInstrumentation {
        @Pointcut("execution(* woven.Hooked.byHooks(..))")
        public void methodsToInstrument() {}

        @Override
        protected void beforeInvoke(JoinPoint joinPoint) {
            Hooks.ran("before instrumentation", joinPoint);
        }

        @Override
        protected void afterInvoke(JoinPoint joinPoint, Throwable error) {
            Hooks.ran("after instrumentation " + error, joinPoint);
        }
    }

    @Aspect
    public static class InstrumentationByDefault extends AbstractMethodInstrumentation {
        @Pointcut("execution(* woven.Hooked.byDefaultHooks(..))")
        public void methodsToInstrument() {}
    }

    @Aspect
    public static class PropagatorHooks extends AbstractContextPropagator {
        @Pointcut("call(* woven.Hooked.Bus.send(..))")
        public void callsToPropagate() {}

        @Override
        protected Object propagate(JoinPoint.StaticPart call, Object receiver, int position, Object task) {
            return Hooks.listener(call, position, task);
        }
    }
}
