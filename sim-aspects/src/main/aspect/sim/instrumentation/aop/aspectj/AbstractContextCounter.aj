package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.JoinPoint;
import sim.metrics.context.Context;

/** Counts join points in a value of the current context. */
public abstract aspect AbstractContextCounter {
    /** What to count: join points of any kind. */
    public abstract pointcut pointcutToIncrementCounter();

    /** The value's name; the aspect's simple name unless overridden. */
    protected String getCounterName(JoinPoint joinPoint, Context context) {
        return getClass().getSimpleName();
    }

    before(): pointcutToIncrementCounter() {
        ContextWriting.count(this, thisJoinPoint);
    }
}
