package sim.instrumentation.aop.aspectj;

import java.util.Map;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.SuppressAjWarnings;

/**
 * Writes the values of a join point into the current context: a method's or constructor's arguments and result, a field's value,
 * a handled exception. Without a current context nothing is written, and SIM counts that.
 *
 * <p>{@link #beforeInvoke} and {@link #afterReturningInvoke} do the writing. In an aspect that overrides them, only its own code
 * writes; a call of {@code super} does the default. For other values only, override {@link #readValuesBefore} and
 * {@link #readValuesAfter}. Hooks run on the application's thread. What a hook throws does not reach the application: SIM counts
 * it as {@code metering.failures} and says so once for each aspect and hook. This aspect leaves calls alone that a hook makes
 * ({@link RunningHooks}).
 */
public abstract aspect AbstractContextWriter {
    private static final OwnHooks.Table HOOKS = new OwnHooks.Table(AbstractContextWriter.class);

    final OwnHooks own = HOOKS.get(getClass());
    private final HandledOnce handled = new HandledOnce();

    /** Method or constructor executions, field reads and writes, exception handlers. */
    public abstract pointcut placeToTriggerTheContextWrite();

    /**
     * Returns the values to write before; by default those of {@link #readValuesBeforeExecution}.
     *
     * @return values by key; null for none. SIM reads 10,000 values; more count as a failure of this hook
     */
    protected Map<String, Object> readValuesBefore(JoinPoint joinPoint) {
        return readValuesBeforeExecution(joinPoint);
    }

    /**
     * Returns the values to write after a normal end; by default those of {@link #readValuesAfterReturningExecution}.
     *
     * @param returned the result or the field's value; null after a constructor, a field write or a method without a result
     * @return values by key; null for none
     */
    protected Map<String, Object> readValuesAfter(JoinPoint joinPoint, Object returned) {
        return readValuesAfterReturningExecution(joinPoint, returned);
    }

    /**
     * The later published name of {@link #readValuesBefore}. By default the arguments, the new value of a field, or the handled
     * exception's message.
     */
    protected Map<String, Object> readValuesBeforeExecution(JoinPoint joinPoint) {
        return ContextWriting.defaultBefore(joinPoint);
    }

    /** The later published name of {@link #readValuesAfter}. By default the result or the field's value. */
    protected Map<String, Object> readValuesAfterReturningExecution(JoinPoint joinPoint, Object returned) {
        return ContextWriting.defaultAfter(joinPoint, returned);
    }

    /** Runs first, at every kind of join point. By default it writes the values of {@link #readValuesBefore}. */
    protected void beforeInvoke(JoinPoint joinPoint) {
        ContextWriting.writeBefore(this, joinPoint);
    }

    /**
     * Runs after a normal end, at every kind of join point except handlers, whose end AspectJ does not see. By default it writes
     * the values of {@link #readValuesAfter}.
     *
     * @param returned as for {@link #readValuesAfter}
     */
    protected void afterReturningInvoke(JoinPoint joinPoint, Object returned) {
        ContextWriting.writeAfter(this, joinPoint, returned);
    }

    /** Runs last, after any end, at every kind of join point except handlers. By default it does nothing. */
    protected void afterInvoke(JoinPoint joinPoint) {
    }

    pointcut members(): execution(* *(..)) || execution(*.new(..)) || get(* *) || set(* *);

    @SuppressAjWarnings("adviceDidNotMatch")
    before(): placeToTriggerTheContextWrite() && members() {
        ContextWriting.before(this, thisJoinPoint);
    }

    @SuppressAjWarnings("adviceDidNotMatch")
    after() returning(Object returned): placeToTriggerTheContextWrite() && (execution(* *(..)) || get(* *)) {
        ContextWriting.afterReturning(this, thisJoinPoint, returned);
    }

    // These return nothing that could be matched above.
    @SuppressAjWarnings("adviceDidNotMatch")
    after() returning: placeToTriggerTheContextWrite() && (execution(*.new(..)) || set(* *)) {
        ContextWriting.afterReturning(this, thisJoinPoint, null);
    }

    @SuppressAjWarnings("adviceDidNotMatch")
    after(): placeToTriggerTheContextWrite() && members() {
        ContextWriting.after(this, thisJoinPoint);
    }

    @SuppressAjWarnings("adviceDidNotMatch")
    before(Throwable error): placeToTriggerTheContextWrite() && handler(*) && args(error) {
        if (handled.isNew(error, thisJoinPointStaticPart, thisEnclosingJoinPointStaticPart)) {
            ContextWriting.before(this, new HandlerJoinPoint(thisJoinPoint, thisEnclosingJoinPointStaticPart));
        }
    }
}
