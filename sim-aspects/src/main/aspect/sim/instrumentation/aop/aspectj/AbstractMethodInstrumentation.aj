package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.SuppressAjWarnings;

/**
 * Meters like {@link AbstractMethodInterceptor}, for aspects written against this name of it: it has hooks, and they
 * <em>are</em> the metering. An aspect that overrides them meters what it meters itself. The hooks are given the join point,
 * which takes an object a call; extend {@link AbstractMethodInterceptor} where no hook is wanted.
 */
public abstract aspect AbstractMethodInstrumentation {
    private static final OwnHooks.Table HOOKS = new OwnHooks.Table(AbstractMethodInstrumentation.class);

    final OwnHooks own = HOOKS.get(getClass());
    /** The default hooks call nothing of the application: they need not be kept from running inside themselves. */
    final boolean hasHooks = own.has("beforeInvoke") || own.has("afterInvoke");

    /** Which methods and constructors; join points of other kinds are left alone. */
    public abstract pointcut methodsToInstrument();

    /**
     * Runs before the call. Unless overridden it begins the probe. What it throws is counted and goes no further. One that throws
     * before it has begun any probe has no end.
     */
    protected void beforeInvoke(JoinPoint joinPoint) {
        JoinPoints.site(joinPoint.getStaticPart(), this).begin();
    }

    /**
     * Runs after any end of the call. Unless overridden it ends the probe. What it throws is counted and goes no further.
     *
     * @param error what the call threw, or null
     */
    protected void afterInvoke(JoinPoint joinPoint, Throwable error) {
        JoinPoints.site(joinPoint.getStaticPart(), this).end(error);
    }

    pointcut calls(): methodsToInstrument() && (execution(* *(..)) || execution(*.new(..)));

    @SuppressAjWarnings("adviceDidNotMatch")
    before(): calls() {
        JoinPoints.begun(this, thisJoinPoint);
    }

    @SuppressAjWarnings("adviceDidNotMatch")
    after() returning: calls() {
        JoinPoints.ended(this, thisJoinPoint, null);
    }

    @SuppressAjWarnings("adviceDidNotMatch")
    after() throwing(Throwable error): calls() {
        JoinPoints.ended(this, thisJoinPoint, error);
    }
}
