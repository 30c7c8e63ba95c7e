package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.JoinPoint;

/** The join point of a call that ended with an exception. Hooks for any end get no exception otherwise. */
final class FailedJoinPoint extends DelegatingJoinPoint {
    private final Throwable error;

    FailedJoinPoint(JoinPoint original, Throwable error) {
        super(original);
        this.error = error;
    }

    /** The exception with which the call ended; null for a normal end. */
    static Throwable errorOf(JoinPoint joinPoint) {
        return joinPoint instanceof FailedJoinPoint failed ? failed.error : null;
    }
}
