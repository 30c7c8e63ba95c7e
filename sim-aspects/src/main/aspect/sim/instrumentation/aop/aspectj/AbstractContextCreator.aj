package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.SuppressAjWarnings;

/**
 * Gives every call its pointcut selects a flow context of its own, from entry to exit.
 *
 * <p>{@link #beforeInvoke} and {@link #afterInvoke} <em>are</em> the creation and the end: an aspect that overrides them does
 * both itself, with {@code ContextManager}. Whoever only wants another name overrides {@link #getContextNameAndTag}. Hooks run
 * on the application's thread. What one throws does not reach the application: it is counted as {@code metering.failures}
 * and said once for each aspect and hook.
 */
public abstract aspect AbstractContextCreator {
    private static final OwnHooks.Table HOOKS = new OwnHooks.Table(AbstractContextCreator.class);

    final OwnHooks own = HOOKS.get(getClass());

    /** Which methods and constructors. */
    public abstract pointcut methodToCreateNewContext();

    /**
     * The context's name and tag: the class's simple name and its package unless overridden. Null, or what throws, gives
     * these; a single element gives no tag.
     */
    protected String[] getContextNameAndTag(JoinPoint joinPoint) {
        return ContextCreation.defaultNameAndTag(joinPoint);
    }

    /** Runs before the call. Unless overridden it begins the context. One that throws before it has begun any has no end. */
    protected void beforeInvoke(JoinPoint joinPoint) {
        ContextCreation.create(this, joinPoint);
    }

    /**
     * Runs after any end of the call. Unless overridden it ends the context that {@link #beforeInvoke} began for it, and those left
     * open in it; where that left none current, the one that is. One that throws before it has ended it does not keep it open.
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
