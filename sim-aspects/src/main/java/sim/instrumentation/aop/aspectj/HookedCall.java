package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.JoinPoint;

/**
 * A call, together with the aspect whose hook begins something for it: a context, which has this as its token, or a probe. The object
 * that is made at the call's end equals the one made at its begin, because all advice of a call gets the same join point. Only one thread
 * uses it.
 */
final class HookedCall {
    final Object aspect;
    final JoinPoint joinPoint;
    /** Whether the default hook has begun a context for it. */
    boolean hasContext;
    /** Whether the hook has replaced what was current outside the call. */
    boolean endsCurrent;

    HookedCall(Object aspect, JoinPoint joinPoint) {
        this.aspect = aspect;
        this.joinPoint = DelegatingJoinPoint.original(joinPoint);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HookedCall call && call.joinPoint == joinPoint && call.aspect == aspect;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(joinPoint);
    }
}
