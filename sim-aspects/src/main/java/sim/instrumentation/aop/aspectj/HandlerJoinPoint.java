package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.JoinPoint;

/** An exception handler's join point that knows the member it stands in, which AspectJ's own does not tell. */
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
