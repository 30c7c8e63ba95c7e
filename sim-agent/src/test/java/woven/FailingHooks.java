package woven;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.DeclarePrecedence;
import org.aspectj.lang.annotation.Pointcut;
import sim.instrumentation.aop.aspectj.AbstractContextCreator;
import sim.instrumentation.aop.aspectj.AbstractContextWriter;
import sim.instrumentation.aop.aspectj.AbstractMethodInstrumentation;
import sim.instrumentation.data.ContextManager;

/** Hooks that throw, overflow the stack or give values without end. */
public final class FailingHooks {
    private FailingHooks() {}

    /** Begins its contexts itself, or does not get so far. */
    @Aspect
    public static class Creator extends AbstractContextCreator {
        @Pointcut("execution(* woven.FailingHooked.beginsNone*(..)) || execution(* woven.FailingHooked.beginsHalf())")
        public void methodToCreateNewContext() {}

        @Override
        protected void beforeInvoke(JoinPoint joinPoint) {
            if (joinPoint.getSignature().getName().equals("beginsHalf")) {
                ContextManager.createNewContext("half", "");
            }
            throw new IllegalStateException("no context");
        }
    }

    /** The default ends what the nearest call of the same place has begun: in a recursion that may be the caller. */
    @Aspect
    public static class Recursive extends AbstractContextCreator {
        @Pointcut("execution(* woven.FailingHooked.beginsByDefault(..))")
        public void methodToCreateNewContext() {}

        @Override
        protected void beforeInvoke(JoinPoint joinPoint) {
            if (joinPoint.getArgs()[0].equals(0)) {
                throw new IllegalStateException("no context");
            }
            super.beforeInvoke(joinPoint);
        }
    }

    /** One of two creators of a call: their ends are told apart. */
    @Aspect
    @DeclarePrecedence("woven.FailingHooks.Naming, woven.FailingHooks.Inner")
    public static class Naming extends AbstractContextCreator {
        @Pointcut("execution(* woven.FailingHooked.beginsOneOfTwo())")
        public void methodToCreateNewContext() {}

        @Override
        protected void beforeInvoke(JoinPoint joinPoint) {
            throw new IllegalStateException("no context");
        }

        @Override
        protected void afterInvoke(JoinPoint joinPoint) {
            System.out.println("ended what was never begun");
        }
    }

    /** The other, inside it. */
    @Aspect
    public static class Inner extends AbstractContextCreator {
        @Pointcut("execution(* woven.FailingHooked.beginsOneOfTwo())")
        public void methodToCreateNewContext() {}
    }

    /** Its probe begins, or not, in a recursion: of three calls the one in the middle is not metered, the last ends what it began. */
    @Aspect
    public static class Metered extends AbstractMethodInstrumentation {
        @Pointcut("execution(* woven.FailingHooked.metered(..))")
        public void methodsToInstrument() {}

        @Override
        protected void beforeInvoke(JoinPoint joinPoint) {
            if (joinPoint.getArgs()[0].equals(1)) {
                throw new IllegalStateException("no probe");
            }
            super.beforeInvoke(joinPoint);
            if (joinPoint.getArgs()[0].equals(0)) {
                throw new IllegalStateException("behind the probe's begin");
            }
        }
    }

    /** Each of its hooks fails. */
    @Aspect
    public static class Writer extends AbstractContextWriter {
        @Pointcut("execution(* woven.FailingHooked.overflows())")
        public void placeToTriggerTheContextWrite() {}

        @Override
        protected void beforeInvoke(JoinPoint joinPoint) {
            beforeInvoke(joinPoint);
        }
    }

    /** The values, not the writing. */
    @Aspect
    public static class Reader extends AbstractContextWriter {
        @Pointcut("execution(* woven.FailingHooked.isRead()) || execution(* woven.FailingHooked.isEndless())")
        public void placeToTriggerTheContextWrite() {}

        @Override
        protected Map<String, Object> readValuesBefore(JoinPoint joinPoint) {
            if (joinPoint.getSignature().getName().equals("isRead")) {
                throw new IllegalStateException("not read");
            }
            return Map.of();
        }

        @Override
        protected Map<String, Object> readValuesAfterReturningExecution(JoinPoint joinPoint, Object returned) {
            return joinPoint.getSignature().getName().equals("isRead") ? null : new Endless();
        }
    }

    private static final class Endless extends AbstractMap<String, Object> {
        @Override
        public Set<Entry<String, Object>> entrySet() {
            return new AbstractSet<>() {
                @Override
                public Iterator<Entry<String, Object>> iterator() {
                    return Stream.iterate(0, i -> i + 1).map(i -> Map.entry("key" + i, (Object) i)).iterator();
                }

                @Override
                public int size() {
                    return Integer.MAX_VALUE;
                }
            };
        }
    }
}
