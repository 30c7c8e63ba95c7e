package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.SuppressAjWarnings;

/**
 * Gives every call that its pointcut selects a flow context of its own, from entry to exit.
 *
 * <p>{@link #beforeInvoke} creates the context and {@link #afterInvoke} ends it. An aspect that overrides them does both itself,
 * with {@code ContextManager}. For another name only, override {@link #getContextNameAndTag}. Hooks run on the application's
 * thread. What a hook throws does not reach the application: SIM counts it as {@code metering.failures} and says so once for each
 * aspect and hook.
 */
public abstract aspect AbstractContextCreator {
    private static final OwnHooks.Table HOOKS = new OwnHooks.Table(AbstractContextCreator.class);

    final OwnHooks own = HOOKS.get(getClass());

    /** Which methods and constructors. */
    public abstract pointcut methodToCreateNewContext();

    /**
     * Returns the context's name and tag; by default the class's simple name and its package. If it returns null or throws, SIM
     * uses the default. A single element means no tag.
     */
    protected String[] getContextNameAndTag(JoinPoint joinPoint) {
        return ContextCreation.defaultNameAndTag(joinPoint);
    }

    /** Runs before the call. By default it begins the context. If it throws before it has begun a context, {@link #afterInvoke} is not called. */
    protected void beforeInvoke(JoinPoint joinPoint) {
        ContextCreation.create(this, joinPoint);
    }

    /**
     * Runs after any end of the call. By default it ends the context that {@link #beforeInvoke} began for the call, and those
     * left open in it; if {@code beforeInvoke} began none, the current one. If it throws before it has ended the context, SIM
     * ends the context.
     */
    protected void afterInvoke(JoinPoint joinPoint) {
        ContextCreation.destroy(this, joinPoint);
    }

    pointcut calls(): methodToCreateNewContext() && (execution(* *(..)) || execution(*.new(..)));

    @SuppressAjWarnings("adviceDidNotMatch")
    before(): calls() {
        ContextCreation.begin(this, thisJoinPoint);
    }

    @SuppressAjWarnings("adviceDidNotMatch")
    after() returning: calls() {
        ContextCreation.end(this, thisJoinPoint);
    }

    @SuppressAjWarnings("adviceDidNotMatch")
    after() throwing(Throwable error): calls() {
        ContextCreation.end(this, new FailedJoinPoint(thisJoinPoint, error));
    }
}
