package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.SuppressAjWarnings;

/**
 * Meters like {@link AbstractMethodInterceptor}, for aspects written against this published name. Its hooks do the metering: in
 * an aspect that overrides them, only its own code meters. The hooks get the join point, which is an object for each call. If you
 * need no hook, extend {@link AbstractMethodInterceptor}.
 */
public abstract aspect AbstractMethodInstrumentation {
    private static final OwnHooks.Table HOOKS = new OwnHooks.Table(AbstractMethodInstrumentation.class);

    final OwnHooks own = HOOKS.get(getClass());
    /** The default hooks call nothing of the application, so they cannot run inside themselves. */
    final boolean hasHooks = own.has("beforeInvoke") || own.has("afterInvoke");

    /** The methods and constructors to meter. Join points of other kinds are left alone. */
    public abstract pointcut methodsToInstrument();

    /**
     * Runs before the call. By default it begins the probe. What it throws is counted and goes no further. If it throws before it
     * has begun a probe, {@link #afterInvoke} is not called.
     */
    protected void beforeInvoke(JoinPoint joinPoint) {
        JoinPoints.site(joinPoint.getStaticPart(), this).begin();
    }

    /**
     * Runs after any end of the call. By default it ends the probe. What it throws is counted and goes no further.
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
