package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.JoinPoint;
import sim.metrics.probe.Metering;

/** What the creator aspect calls. By default a context begins and ends whatever the application's own naming code does. */
final class ContextCreation {
    /** Whether an aspect begins its contexts itself. */
    private static final BeginsItself BEGINS_ITSELF = new BeginsItself();

    private ContextCreation() {}

    /** The default: the class's simple name, of a nested one too, and the package. */
    static String[] defaultNameAndTag(JoinPoint joinPoint) {
        String type = joinPoint.getSignature().getDeclaringTypeName();
        int dot = type.lastIndexOf('.');
        Class<?> declaring = joinPoint.getSignature().getDeclaringType();
        String simple = declaring == null ? "" : declaring.getSimpleName();
        return new String[]{simple.isEmpty() ? type.substring(dot + 1) : simple, dot < 0 ? "" : type.substring(0, dot)};
    }

    static void begin(AbstractContextCreator creator, JoinPoint joinPoint) {
        RunningHooks hooks = null;
        try {
            hooks = RunningHooks.enter(creator);
            if (hooks != null) {
                creator.beforeInvoke(joinPoint);
            }
        } catch (Throwable failure) {
            JoinPoints.failed(failure);
        } finally {
            if (hooks != null) {
                hooks.aspects[--hooks.depth] = null;
            }
        }
    }

    static void end(AbstractContextCreator creator, JoinPoint joinPoint) {
        RunningHooks hooks = null;
        try {
            hooks = RunningHooks.enter(creator);
            if (hooks != null) {
                creator.afterInvoke(joinPoint);
            }
        } catch (Throwable failure) {
            JoinPoints.failed(failure);
        } finally {
            if (hooks != null) {
                hooks.aspects[--hooks.depth] = null;
            }
        }
    }

    /** Begins a context that {@link #destroy} finds again by its join point. */
    static void create(AbstractContextCreator creator, JoinPoint joinPoint) {
        String[] nameAndTag;
        try {
            nameAndTag = creator.getContextNameAndTag(joinPoint);
        } catch (Throwable failure) {
            JoinPoints.failed(failure);
            nameAndTag = null;
        }
        if (nameAndTag == null || nameAndTag.length == 0) {
            nameAndTag = defaultNameAndTag(joinPoint);
        }
        Metering.runtime().createContext(nameAndTag[0], nameAndTag.length > 1 ? nameAndTag[1] : "",
                joinPoint.getStaticPart());
    }

    static void destroy(AbstractContextCreator creator, JoinPoint joinPoint) {
        Throwable error = FailedJoinPoint.errorOf(joinPoint);
        if (BEGINS_ITSELF.get(creator.getClass())) {
            Metering.runtime().endContext(error);
        } else {
            Metering.runtime().endContextOf(joinPoint.getStaticPart(), error);
        }
    }

    /** Named, for META-INF/aop.xml names all classes of this package. */
    private static final class BeginsItself extends ClassValue<Boolean> {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return RunningHooks.overrides(type, AbstractContextCreator.class, "beforeInvoke", JoinPoint.class);
        }
    }
}
