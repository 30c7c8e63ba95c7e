package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.JoinPoint;

/**
 * A call with the aspect whose hook begins something for it: a context, which bears it as its token, or a probe. One that is made
 * at the call's end equals the one made at its begin, because all advice of a call gets the same join point. For its thread only.
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
