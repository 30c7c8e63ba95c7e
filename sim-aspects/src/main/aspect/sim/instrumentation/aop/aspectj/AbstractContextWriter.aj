package sim.instrumentation.aop.aspectj;

import java.util.Map;
import org.aspectj.lang.JoinPoint;

/**
 * Writes what a join point knows into the current context: a method's or constructor's arguments and result, a field's
 * value, a handled exception. Without a current context nothing is written and it is counted.
 */
public abstract aspect AbstractContextWriter {
    /** Method or constructor executions, field reads and writes, exception handlers. */
    public abstract pointcut placeToTriggerTheContextWrite();

    /** What to write before; the arguments, the new value of a field, or the message unless overridden. */
    protected Map<String, Object> readValuesBefore(JoinPoint joinPoint) {
        return ContextWriting.defaultBefore(joinPoint);
    }

    /** What to write after; the result or the field's value unless overridden. */
    protected Map<String, Object> readValuesAfter(JoinPoint joinPoint, Object returned) {
        return ContextWriting.defaultAfter(joinPoint, returned);
    }

    /** Called first of all. */
    protected void beforeInvoke(JoinPoint joinPoint) {
    }

    /** Called after a normal end. */
    protected void afterReturningInvoke(JoinPoint joinPoint, Object returned) {
    }

    /** Called after any end. */
    protected void afterInvoke(JoinPoint joinPoint) {
    }

    pointcut members(): execution(* *(..)) || execution(*.new(..)) || get(* *) || set(* *);

    before(): placeToTriggerTheContextWrite() && members() {
        ContextWriting.before(this, thisJoinPoint);
    }

    after() returning(Object returned): placeToTriggerTheContextWrite() && members() {
        ContextWriting.afterReturning(this, thisJoinPoint, returned);
    }

    after(): placeToTriggerTheContextWrite() && members() {
        ContextWriting.after(this, thisJoinPoint);
    }

    before(): placeToTriggerTheContextWrite() && handler(*) {
        ContextWriting.before(this, new HandlerJoinPoint(thisJoinPoint, thisEnclosingJoinPointStaticPart));
    }
}
