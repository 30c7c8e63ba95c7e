package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.JoinPoint;

/** An exception handler's join point that also knows the member in which the handler is. */
final class HandlerJoinPoint extends DelegatingJoinPoint {
    private final JoinPoint.StaticPart enclosing;

    HandlerJoinPoint(JoinPoint original, JoinPoint.StaticPart enclosing) {
        super(original);
        this.enclosing = enclosing;
    }

    JoinPoint.StaticPart enclosing() {
        return enclosing;
    }
}
