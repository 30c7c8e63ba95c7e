package sim.instrumentation.aop.aspectj;

import java.lang.reflect.Modifier;
import org.aspectj.lang.JoinPoint;
import sim.base.name.GeneratedName;
import sim.metrics.probe.Metering;
import sim.metrics.probe.ProbeSite;
import sim.metrics.weaving.WeavingFailure;

/** Finds the probe of a woven join point. */
public final class JoinPoints {
    private JoinPoints() {}

    /** The probe of a join point. Asked once for each, in classes that SIM's agent has made call their probes directly. Never throws. */
    public static ProbeSite site(JoinPoint.StaticPart part) {
        try {
            return newSite(part);
        } catch (Throwable failure) {
            failed(failure);
            return ProbeSite.NONE;
        }
    }

    /** The probe of a method, by the binary name of its class and its own name. Never throws. */
    public static ProbeSite site(String type, String method) {
        try {
            return Metering.runtime().wovenSite(GeneratedName.stable(type), method);
        } catch (Throwable failure) {
            failed(failure);
            return ProbeSite.NONE;
        }
    }

    /** The same of a method that is {@code synchronized}: the wait for its monitor is its own. Never throws. */
    public static ProbeSite siteOfSynchronized(String type, String method) {
        ProbeSite site = site(type, method);
        if (site != ProbeSite.NONE) {
            site.name().markSynchronized();
        }
        return site;
    }

    /**
     * Begins a call in a class that may be called before its initialiser has set its probes, because the initialiser of a superclass or
     * interface may make or call an object of it. Called by the agent's direct calls.
     *
     * @param site null if it is not set yet
     */
    public static Object begin(ProbeSite site, String type, String method) {
        return site != null ? site.begin() : site(type, method).begin();
    }

    /**
     * Ends such a call.
     *
     * @param hint what its begin returned
     */
    public static void end(ProbeSite site, Object hint, Throwable error) {
        if (site != null) {
            site.end(hint, error);
        } else {
            ProbeSite.endOf(hint, error);
        }
    }

    /** The probe of a join point, if {@code aspect} is to meter it. Without the agent, the interceptor aspect asks at every call. */
    static ProbeSite site(JoinPoint.StaticPart part, Object aspect) {
        return WovenSite.find(part, aspect);
    }

    static void begun(AbstractMethodInstrumentation aspect, JoinPoint joinPoint) {
        if (aspect.hasHooks) {
            beginHooked(aspect, joinPoint);
            return;
        }
        try {
            aspect.beforeInvoke(joinPoint);
        } catch (Throwable failure) {
            aspect.own.failed("beforeInvoke", failure);
        }
    }

    static void ended(AbstractMethodInstrumentation aspect, JoinPoint joinPoint, Throwable error) {
        if (aspect.hasHooks) {
            endHooked(aspect, joinPoint, error);
            return;
        }
        try {
            aspect.afterInvoke(joinPoint, error);
        } catch (Throwable failure) {
            aspect.own.failed("afterInvoke", failure);
        }
    }

    private static void beginHooked(AbstractMethodInstrumentation aspect, JoinPoint joinPoint) {
        RunningHooks hooks = null;
        long before = 0;
        try {
            hooks = RunningHooks.enter(aspect);
            if (hooks != null) {
                before = Metering.runtime().innermostCall();
                HookedCall call = new HookedCall(aspect, joinPoint);
                hooks.beginning(call);
                aspect.beforeInvoke(joinPoint);
                hooks.begun(call);
            }
        } catch (Throwable failure) {
            aspect.own.failed("beforeInvoke", failure);
            endWhatWasBegun(hooks, aspect, joinPoint, before);
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
     * Called if a begin hook threw. If it has begun a probe before, that probe is ended at the call's end. Otherwise the end hook must
     * not run, because in a recursion it would end the caller's probe.
     */
    private static void endWhatWasBegun(RunningHooks hooks, AbstractMethodInstrumentation aspect, JoinPoint joinPoint,
            long before) {
        try {
            if (hooks != null && Metering.runtime().innermostCall() > before) {
                hooks.begun(new HookedCall(aspect, joinPoint));
            }
        } catch (StackOverflowError | OutOfMemoryError full) {
            // a probe that it has begun ends with the probe outside it
        }
    }

    private static void endHooked(AbstractMethodInstrumentation aspect, JoinPoint joinPoint, Throwable error) {
        RunningHooks hooks = null;
        try {
            hooks = RunningHooks.enter(aspect);
            if (hooks != null && !hooks.begun(new HookedCall(aspect, joinPoint))) {
                aspect.afterInvoke(joinPoint, error);
            }
        } catch (Throwable failure) {
            aspect.own.failed("afterInvoke", failure);
        } finally {
            if (hooks != null) {
                hooks.aspects[--hooks.depth] = null;
                if (hooks.interrupted[hooks.depth]) {
                    hooks.interruptAgain();
                }
            }
        }
    }

    static ProbeSite newSite(JoinPoint.StaticPart part) {
        ProbeSite site = Metering.runtime().wovenSite(GeneratedName.stable(part.getSignature().getDeclaringTypeName()),
                part.getSignature().getName());
        if (Modifier.isSynchronized(part.getSignature().getModifiers())) {
            site.name().markSynchronized();
        }
        return site;
    }

    static void unknownWeaver(Throwable why) {
        Metering.runtime().weaving()
                .failed(WeavingFailure.RUNTIME, "calls woven without SIM's agent",
                        "their join points are made by a weaver SIM does not know, use 1.9.x or the agent (" + why
                                + ")");
    }

    static void failed(Throwable failure) {
        Metering.runtime().failed(failure);
    }
}
