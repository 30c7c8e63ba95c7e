package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.JoinPoint;
import sim.metrics.probe.Metering;

/** What the creator aspect calls. A context begins and ends whatever the application's own naming code does. */
final class ContextCreation {
    private ContextCreation() {}

    /** The default: the class's name within its package, and the package. */
    static String[] defaultNameAndTag(JoinPoint joinPoint) {
        String type = joinPoint.getSignature().getDeclaringTypeName();
        int dot = type.lastIndexOf('.');
        return new String[]{type.substring(dot + 1), dot < 0 ? "" : type.substring(0, dot)};
    }

    static void begin(AbstractContextCreator creator, JoinPoint joinPoint) {
        String[] nameAndTag;
        try {
            nameAndTag = creator.getContextNameAndTag(joinPoint);
        } catch (Throwable failure) {
            JoinPoints.failed(failure);
            nameAndTag = null;
        }
        try {
            if (nameAndTag == null || nameAndTag.length == 0) {
                nameAndTag = defaultNameAndTag(joinPoint);
            }
            Metering.runtime().createContext(nameAndTag[0], nameAndTag.length > 1 ? nameAndTag[1] : "",
                    joinPoint.getStaticPart());
        } catch (Throwable failure) {
            JoinPoints.failed(failure);
        }
    }

    static void end(JoinPoint.StaticPart part, Throwable error) {
        try {
            Metering.runtime().endContextOf(part, error);
        } catch (Throwable failure) {
            JoinPoints.failed(failure);
        }
    }
}
