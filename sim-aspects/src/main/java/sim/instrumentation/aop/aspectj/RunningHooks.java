package sim.instrumentation.aop.aspectj;

import java.util.Arrays;
import sim.metrics.probe.Metering;

/**
 * Whose hooks run on a thread. Hooks are the user's code and may call what their own pointcut selects: a getter, or the
 * {@code toString} of what is written. Their aspect leaves such calls alone, else they would call themselves until the stack is
 * full, and if two hooks did, in a time that doubles with each frame. Some ns beside the join point's object of a hook.
 *
 * <pre>
 * RunningHooks hooks = null;
 * try {
 *     hooks = RunningHooks.enter(aspect);
 *     if (hooks != null) { ... the hook ... }
 * } catch (Throwable failure) {
 *     JoinPoints.failed(failure);
 * } finally {
 *     if (hooks != null) { hooks.aspects[--hooks.depth] = null; }   // no call: it would not fit on a full stack
 * }
 * </pre>
 */
final class RunningHooks {
    private static final ThreadLocal<RunningHooks> OF_THREAD = ThreadLocal.withInitial(RunningHooks::new);

    Class<?>[] aspects = new Class<?>[4];
    int depth;

    private RunningHooks() {}

    /** The calling thread's, with this aspect's hook among them; null if one of its runs already, which is counted. */
    static RunningHooks enter(Object aspect) {
        RunningHooks running = OF_THREAD.get();
        Class<?> type = aspect.getClass();
        for (int i = 0; i < running.depth; i++) {
            if (running.aspects[i] == type) {
                Metering.runtime().leftOutInHook();
                return null;
            }
        }
        if (running.depth == running.aspects.length) {
            running.aspects = Arrays.copyOf(running.aspects, 2 * running.depth);
        }
        running.aspects[running.depth] = type;
        running.depth++;
        return running;
    }

    /** Whether an aspect has a hook of its own in place of a default one. */
    static boolean overrides(Class<?> aspect, Class<?> base, String hook, Class<?>... parameters) {
        for (Class<?> each = aspect; each != null && each != base; each = each.getSuperclass()) {
            try {
                each.getDeclaredMethod(hook, parameters);
                return true;
            } catch (NoSuchMethodException above) {
                // perhaps further up
            }
        }
        return false;
    }
}
