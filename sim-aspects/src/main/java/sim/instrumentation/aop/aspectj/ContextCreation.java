package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.JoinPoint;
import sim.metrics.context.Context;
import sim.metrics.probe.Metering;

/** What the creator aspect calls. By default a context begins and ends whatever the application's own naming code does. */
final class ContextCreation {
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
        Context before = null;
        try {
            hooks = RunningHooks.enter(creator);
            if (hooks != null) {
                before = Metering.runtime().currentContext();
                hooks.beginning(creator, joinPoint);
                creator.beforeInvoke(joinPoint);
                hooks.begun(creator, joinPoint);
            }
        } catch (Throwable failure) {
            creator.own.failed("beforeInvoke", failure);
            endWhatWasBegun(hooks, creator, joinPoint, before);
        } finally {
            if (hooks != null) {
                hooks.aspects[--hooks.depth] = null;
            }
        }
    }

    /** A hook that threw behind the begin of its context has an end; another's would end the caller's. */
    private static void endWhatWasBegun(RunningHooks hooks, AbstractContextCreator creator, JoinPoint joinPoint,
            Context before) {
        try {
            if (hooks != null && Metering.runtime().currentContext() != before) {
                hooks.begun(creator, joinPoint);
            }
        } catch (StackOverflowError full) {
            // what it has begun, if anything, ends with the context outside it
        }
    }

    static void end(AbstractContextCreator creator, JoinPoint joinPoint) {
        RunningHooks hooks = null;
        try {
            hooks = RunningHooks.enter(creator);
            if (hooks != null && !hooks.begun(creator, DelegatingJoinPoint.original(joinPoint))) {
                creator.afterInvoke(joinPoint);
            }
        } catch (Throwable failure) {
            creator.own.failed("afterInvoke", failure);
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
            creator.own.failed("getContextNameAndTag", failure);
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
        if (creator.own.has("beforeInvoke")) {
            Metering.runtime().endContext(error);
        } else {
            Metering.runtime().endContextOf(joinPoint.getStaticPart(), error);
        }
    }
}
