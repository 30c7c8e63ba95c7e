package sim.instrumentation.aop.aspectj;

import org.aspectj.lang.JoinPoint;
import sim.context.Context;
import sim.metrics.probe.Metering;

/** Called by the creator aspect: begins and ends contexts, even if the application's naming code fails. */
final class ContextCreation {
    private ContextCreation() {}

    /** The default name and tag: the class's simple name, also of a nested class, and the package. */
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

    /**
     * Called if a begin hook threw. If it has begun a context before, that context is ended at the call's end. Otherwise the end hook
     * must not run, because it would end the caller's context.
     */
    private static void endWhatWasBegun(RunningHooks hooks, HookedCall call, Context before) {
        try {
            if (call != null && Metering.runtime().currentContext() != before) {
                claim(call, before);
                if (!call.endsCurrent) {
                    hooks.begun(call);
                }
            }
        } catch (StackOverflowError | OutOfMemoryError full) {
            // the context of the default hook is found by its call; any other one ends with the context outside it
        }
    }

    /** Marks a context that a hook has begun by itself as the call's, so that the call's end finds it, whatever was left open inside. */
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

    /** Ends the call's context if the end hook threw before it did so itself. */
    private static void endWhatWasLeft(RunningHooks hooks, HookedCall call, JoinPoint joinPoint) {
        try {
            if (call != null) {
                if (Metering.runtime().current().isOpen(call)) {
                    Metering.runtime().endContextOf(call, FailedJoinPoint.errorOf(joinPoint));
                }
                hooks.begun(call);
            }
        } catch (StackOverflowError | OutOfMemoryError full) {
            // the context ends with the one outside it
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
        // if a hook calls this twice, the second context is inside the first, and both end with the first
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
