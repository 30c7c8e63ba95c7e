package sim.instrumentation.aop.aspectj;

import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Set;
import sim.metrics.probe.Metering;

/**
 * The hooks that an aspect has overridden, and the counting of what they throw. Found out before any hook runs, because nothing can be
 * found out on a full stack. Any thread.
 */
final class OwnHooks {
    private final String aspect;
    private final boolean ours;
    private final Set<String> names;

    private OwnHooks(Class<?> aspect, Set<String> names) {
        this.aspect = aspect.getName();
        this.ours = aspect.getPackageName().equals(OwnHooks.class.getPackageName());
        this.names = names;
    }

    /** Whether a hook runs code of the application. */
    boolean runs(String hook) {
        return !ours && has(hook);
    }

    boolean has(String hook) {
        return names.contains(hook);
    }

    /**
     * Counts what a hook threw and stops it here. If a default hook overflows the stack, the application had filled it, which is no
     * failure.
     */
    void failed(String hook, Throwable failure) {
        try {
            if (!(failure instanceof StackOverflowError) || runs(hook)) {
                Metering.runtime().hookFailed(aspect, failure instanceof TemplateException template
                        ? hook + " for " + template.method.toShortString()
                        : hook, failure);
            }
        } catch (StackOverflowError | OutOfMemoryError full) {
            // counted first: the application's stack or memory may end here
        }
    }

    /** The overridden hooks of each aspect class. Kept by class, because some aspects have one instance for each object. */
    static final class Table extends ClassValue<OwnHooks> {
        private final Class<?> base;

        Table(Class<?> base) {
            this.base = base;
        }

        @Override
        protected OwnHooks computeValue(Class<?> aspect) {
            Set<String> names = new HashSet<>();
            for (Class<?> each = aspect; each != null && each != base; each = each.getSuperclass()) {
                for (Method hook : base.getDeclaredMethods()) {
                    if (declares(each, hook)) {
                        names.add(hook.getName());
                    }
                }
            }
            return new OwnHooks(aspect, names);
        }

        private static boolean declares(Class<?> type, Method hook) {
            try {
                type.getDeclaredMethod(hook.getName(), hook.getParameterTypes());
                return true;
            } catch (NoSuchMethodException inherited) {
                return false;
            }
        }
    }
}
