package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.Signature;
import org.aspectj.lang.reflect.SourceLocation;

/** A join point that adds one piece of information to AspectJ's own. */
abstract class DelegatingJoinPoint implements JoinPoint {
    private final JoinPoint original;

    DelegatingJoinPoint(JoinPoint original) {
        this.original = original;
    }

    /** AspectJ's own join point, which is one object for all advice of a call. */
    static JoinPoint original(JoinPoint joinPoint) {
        return joinPoint instanceof DelegatingJoinPoint told ? told.original : joinPoint;
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
