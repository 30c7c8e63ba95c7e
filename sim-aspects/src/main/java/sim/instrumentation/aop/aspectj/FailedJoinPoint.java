package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.JoinPoint;

/** The join point of a call that ended with an exception, which a hook for any end is not given by itself. */
final class FailedJoinPoint extends DelegatingJoinPoint {
    private final Throwable error;

    FailedJoinPoint(JoinPoint original, Throwable error) {
        super(original);
        this.error = error;
    }

    /** How the call ended: null for a normal end. */
    static Throwable errorOf(JoinPoint joinPoint) {
        return joinPoint instanceof FailedJoinPoint failed ? failed.error : null;
    }
}
