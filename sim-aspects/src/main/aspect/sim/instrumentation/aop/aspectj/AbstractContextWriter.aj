package sim.instrumentation.aop.aspectj;

import java.util.Map;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.SuppressAjWarnings;

/**
 * Writes what a join point knows into the current context: a method's or constructor's arguments and result, a field's
 * value, a handled exception. Without a current context nothing is written and it is counted.
 *
 * <p>The hooks decide what is written. {@link #beforeInvoke} and {@link #afterReturningInvoke} <em>are</em> the writing: an
 * aspect that overrides them writes what it writes itself and nothing else, and {@code super} brings the default back. Whoever
 * only wants other values overrides {@link #readValuesBefore} and {@link #readValuesAfter}. Hooks run on the application's
 * thread. What one throws does not reach the application: it is counted as {@code metering.failures} and said once for each
 * aspect and hook. What a hook calls itself, this aspect leaves alone ({@link RunningHooks}).
 */
public abstract aspect AbstractContextWriter {
    private static final OwnHooks.Table HOOKS = new OwnHooks.Table(AbstractContextWriter.class);

    final OwnHooks own = HOOKS.get(getClass());
    private final HandledOnce handled = new HandledOnce();

    /** Method or constructor executions, field reads and writes, exception handlers. */
    public abstract pointcut placeToTriggerTheContextWrite();

    /**
     * What to write before. Unless overridden, what {@link #readValuesBeforeExecution} gives.
     *
     * @return values by key; null for none. Of more than 10,000 the rest is not read, which counts as a failure of this hook
     */
    protected Map<String, Object> readValuesBefore(JoinPoint joinPoint) {
        return readValuesBeforeExecution(joinPoint);
    }

    /**
     * What to write after a normal end. Unless overridden, what {@link #readValuesAfterReturningExecution} gives.
     *
     * @param returned the result or the field's value; null after a constructor, a field write or a method without a result
     * @return values by key; null for none
     */
    protected Map<String, Object> readValuesAfter(JoinPoint joinPoint, Object returned) {
        return readValuesAfterReturningExecution(joinPoint, returned);
    }

    /**
     * The later published name of {@link #readValuesBefore}. Unless overridden the arguments, the new value of a field, or the
     * handled exception's message.
     */
    protected Map<String, Object> readValuesBeforeExecution(JoinPoint joinPoint) {
        return ContextWriting.defaultBefore(joinPoint);
    }

    /** The later published name of {@link #readValuesAfter}. Unless overridden the result or the field's value. */
    protected Map<String, Object> readValuesAfterReturningExecution(JoinPoint joinPoint, Object returned) {
        return ContextWriting.defaultAfter(joinPoint, returned);
    }

    /** Runs first of all, at every kind of place. Unless overridden it writes what {@link #readValuesBefore} gives. */
    protected void beforeInvoke(JoinPoint joinPoint) {
        ContextWriting.writeBefore(this, joinPoint);
    }

    /**
     * Runs after a normal end, at every kind of place but a handler, whose end AspectJ does not see. Unless overridden it
     * writes what {@link #readValuesAfter} gives.
     *
     * @param returned as for {@link #readValuesAfter}
     */
    protected void afterReturningInvoke(JoinPoint joinPoint, Object returned) {
        ContextWriting.writeAfter(this, joinPoint, returned);
    }

    /** Runs after any end, last of all, at every kind of place but a handler. Unless overridden it does nothing. */
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
