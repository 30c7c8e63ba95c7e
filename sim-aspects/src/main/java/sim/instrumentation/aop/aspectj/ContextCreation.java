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
        HookedCall call = null;
        Context before = null;
        try {
            hooks = RunningHooks.enter(creator);
            if (hooks != null) {
                before = Metering.runtime().currentContext();
                call = new HookedCall(creator, joinPoint);
                hooks.beginning(call);
                creator.beforeInvoke(joinPoint);
                claim(call, before);
                if (!call.endsCurrent) {
                    hooks.begun(call);
                }
            }
        } catch (Throwable failure) {
            creator.own.failed("beforeInvoke", failure);
            endWhatWasBegun(hooks, call, before);
        } finally {
            if (hooks != null) {
                hooks.aspects[--hooks.depth] = null;
                if (hooks.interrupted[hooks.depth]) {
                    hooks.interruptAgain();
                }
            }
        }
    }

    /** A hook that threw behind the begin of its context has an end; another's would end the caller's. */
    private static void endWhatWasBegun(RunningHooks hooks, HookedCall call, Context before) {
        try {
            if (call != null && Metering.runtime().currentContext() != before) {
                claim(call, before);
                if (!call.endsCurrent) {
                    hooks.begun(call);
                }
            }
        } catch (StackOverflowError | OutOfMemoryError full) {
            // what the default hook has begun is found by its call; another ends with the context outside it
        }
    }

    /** A context that a hook has begun by itself is the call's as well: its end finds it, whatever was left open inside. */
    private static void claim(HookedCall call, Context before) {
        call.endsCurrent = !call.hasContext && !Metering.runtime().current().claim(before, call);
    }

    static void end(AbstractContextCreator creator, JoinPoint joinPoint) {
        RunningHooks hooks = null;
        HookedCall call = null;
        try {
            hooks = RunningHooks.enter(creator);
            if (hooks != null) {
                call = hooks.running(new HookedCall(creator, joinPoint));
                if (call.endsCurrent || !hooks.begun(call) || Metering.runtime().current().isOpen(call)) {
                    creator.afterInvoke(joinPoint);
                }
                if (call.endsCurrent) {
                    hooks.begun(call);
                }
            }
        } catch (Throwable failure) {
            creator.own.failed("afterInvoke", failure);
            endWhatWasLeft(hooks, call, joinPoint);
        } finally {
            if (hooks != null) {
                hooks.aspects[--hooks.depth] = null;
                if (hooks.interrupted[hooks.depth]) {
                    hooks.interruptAgain();
                }
            }
        }
    }

    /** A hook that threw before it ended the call's context has not decided that it lives on. */
    private static void endWhatWasLeft(RunningHooks hooks, HookedCall call, JoinPoint joinPoint) {
        try {
            if (call != null) {
                if (Metering.runtime().current().isOpen(call)) {
                    Metering.runtime().endContextOf(call, FailedJoinPoint.errorOf(joinPoint));
                }
                hooks.begun(call);
            }
        } catch (StackOverflowError | OutOfMemoryError full) {
            // it ends with the context outside it
        }
    }

    /** Begins a context that {@link #destroy} finds again by its call. */
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
        HookedCall call = RunningHooks.ofThread().running(new HookedCall(creator, joinPoint));
        // a hook that calls this twice has one inside the other, and both end with the outer one
        Metering.runtime().createContext(nameAndTag[0], nameAndTag.length > 1 ? nameAndTag[1] : "",
                call.hasContext ? null : call);
        call.hasContext = true;
    }

    static void destroy(AbstractContextCreator creator, JoinPoint joinPoint) {
        Throwable error = FailedJoinPoint.errorOf(joinPoint);
        HookedCall call = RunningHooks.ofThread().running(new HookedCall(creator, joinPoint));
        if (call.endsCurrent) {
            Metering.runtime().endContext(error);
        } else {
            Metering.runtime().endContextOf(call, error);
        }
    }
}
