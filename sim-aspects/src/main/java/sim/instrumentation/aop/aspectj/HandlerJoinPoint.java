package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.Signature;
import org.aspectj.lang.reflect.SourceLocation;

/** An exception handler's join point that knows the member it stands in, which AspectJ's own does not tell. */
final class HandlerJoinPoint implements JoinPoint {
    private final JoinPoint original;
    private final JoinPoint.StaticPart enclosing;

    HandlerJoinPoint(JoinPoint original, JoinPoint.StaticPart enclosing) {
        this.original = original;
        this.enclosing = enclosing;
    }

    JoinPoint.StaticPart enclosing() {
        return enclosing;
    }

    @Override
    public Object getThis() {
        return original.getThis();
    }

    @Override
    public Object getTarget() {
        return original.getTarget();
    }

    @Override
    public Object[] getArgs() {
        return original.getArgs();
    }

    @Override
    public Signature getSignature() {
        return original.getSignature();
    }

    @Override
    public SourceLocation getSourceLocation() {
        return original.getSourceLocation();
    }

    @Override
    public String getKind() {
        return original.getKind();
    }

    @Override
    public StaticPart getStaticPart() {
        return original.getStaticPart();
    }

    @Override
    public String toShortString() {
        return original.toShortString();
    }

    @Override
    public String toLongString() {
        return original.toLongString();
    }

    @Override
    public String toString() {
        return original.toString();
    }
}
