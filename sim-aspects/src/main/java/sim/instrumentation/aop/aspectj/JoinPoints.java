package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.JoinPoint;
import sim.metrics.probe.Metering;
import sim.metrics.probe.ProbeSite;

/** What the interceptor aspect calls: from a join point to its probe. */
final class JoinPoints {
    private JoinPoints() {}

    /** The probe at a join point if {@code aspect} is the one to meter it. */
    static ProbeSite site(JoinPoint.StaticPart part, Object aspect) {
        WovenSite site = part instanceof JoinPointSite ? (JoinPointSite) part : JoinPointTable.find(part);
        return site.ownedBy(aspect);
    }

    static ProbeSite newSite(JoinPoint.StaticPart part) {
        return Metering.runtime().site(part.getSignature().getDeclaringTypeName(), part.getSignature().getName());
    }

    static boolean isExecution(JoinPoint.StaticPart part) {
        return part.getKind() == JoinPoint.METHOD_EXECUTION || part.getKind() == JoinPoint.CONSTRUCTOR_EXECUTION;
    }

    static void failed(Throwable failure) {
        Metering.runtime().failed(failure);
    }
}
