package woven;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Pointcut;
import sim.instrumentation.aop.aspectj.AbstractContextCreator;

/** The creator of {@link LeftOpen} as an annotated class. */
@Aspect
public class LeftOpenByAnnotation extends AbstractContextCreator {
    @Pointcut("execution(* woven.LeftOpen.*()) && !execution(* overflow())")
    public void methodToCreateNewContext() {}

    @Override
    protected void beforeInvoke(JoinPoint joinPoint) {
        LeftOpen.before(joinPoint, () -> super.beforeInvoke(joinPoint));
    }

    @Override
    protected void afterInvoke(JoinPoint joinPoint) {
        LeftOpen.after(joinPoint, () -> super.afterInvoke(joinPoint));
    }
}
