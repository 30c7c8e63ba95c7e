package woven;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Pointcut;
import sim.instrumentation.aop.aspectj.AbstractContextWriter;

/** Counts how often its hook runs at a handler. */
@Aspect
public class MultiCatchWriter extends AbstractContextWriter {
    static int before;

    @Pointcut("within(woven.MultiCatch) && handler(*)")
    public void placeToTriggerTheContextWrite() {}

    @Override
    protected void beforeInvoke(JoinPoint joinPoint) {
        before++;
    }
}
