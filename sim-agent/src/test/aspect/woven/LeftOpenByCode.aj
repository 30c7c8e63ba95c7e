package woven;

import org.aspectj.lang.JoinPoint;
import sim.instrumentation.aop.aspectj.AbstractContextCreator;

/** The creator of LeftOpen in AspectJ's own language. */
public aspect LeftOpenByCode extends AbstractContextCreator {
    public pointcut methodToCreateNewContext(): execution(* woven.LeftOpen.*()) && !execution(* overflow());

    @Override
    protected void beforeInvoke(JoinPoint joinPoint) {
        LeftOpen.before(joinPoint, () -> super.beforeInvoke(joinPoint));
    }

    @Override
    protected void afterInvoke(JoinPoint joinPoint) {
        LeftOpen.after(joinPoint, () -> super.afterInvoke(joinPoint));
    }
}
