package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.SuppressAjWarnings;
import sim.context.Context;

/** Counts join points in a value of the current context; without one they are counted as {@code context.missing}. */
public abstract aspect AbstractContextCounter {
    private static final OwnHooks.Table HOOKS = new OwnHooks.Table(AbstractContextCounter.class);

    final OwnHooks own = HOOKS.get(getClass());
    private final HandledOnce handled = new HandledOnce();

    /** The join points to count, of any kind. */
    public abstract pointcut pointcutToIncrementCounter();

    /**
     * Returns the value's name; by default the aspect's simple name. Called at every join point that has a current context. What
     * it throws is counted and goes no further.
     */
    protected String getCounterName(JoinPoint joinPoint, Context context) {
        return getClass().getSimpleName();
    }

    @SuppressAjWarnings("adviceDidNotMatch")
    before(): pointcutToIncrementCounter() && !handler(*) {
        ContextWriting.count(this, thisJoinPoint);
    }

    @SuppressAjWarnings("adviceDidNotMatch")
    before(Throwable error): pointcutToIncrementCounter() && handler(*) && args(error) {
        if (handled.isNew(error, thisJoinPointStaticPart, thisEnclosingJoinPointStaticPart)) {
            ContextWriting.count(this, thisJoinPoint);
        }
    }
}
