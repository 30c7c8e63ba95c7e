package sim.instrumentation.aop.aspectj;

import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Set;
import sim.metrics.probe.Metering;

/**
 * The hooks an aspect has in place of the default ones, and what becomes of what they throw. Known before any of them runs: on a
 * full stack nothing can be found out. Any thread.
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

    /** Whether the application's own code runs there. */
    boolean runs(String hook) {
        return !ours && has(hook);
    }

    boolean has(String hook) {
        return names.contains(hook);
    }

    /**
     * Counts what a hook threw, so that it goes no further. A default hook has no stack of its own to overflow: the application's
     * was full, which is no failure.
     */
    void failed(String hook, Throwable failure) {
        try {
            if (!(failure instanceof StackOverflowError) || runs(hook)) {
                Metering.runtime().hookFailed(aspect, hook, failure);
            }
        } catch (StackOverflowError | OutOfMemoryError full) {
            // the application's stack ends here, or its memory: it was counted first
        }
    }

    /** Those of the aspects that extend one of SIM's abstract ones, once a class: some aspects have an instance an object. */
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
