package sim.instrumentation.aop.aspectj;

import java.util.Arrays;
import org.aspectj.lang.JoinPoint;
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
 *     aspect.own.failed("beforeInvoke", failure);
 * } finally {
 *     if (hooks != null) { hooks.aspects[--hooks.depth] = null; }   // no call: it would not fit on a full stack
 * }
 * </pre>
 */
final class RunningHooks {
    /** Twice the calls inside each other, all of whose hooks threw: more are none. */
    private static final int MOST_WAITING = 1 << 15;
    private static final ThreadLocal<RunningHooks> OF_THREAD = ThreadLocal.withInitial(RunningHooks::new);

    Class<?>[] aspects = new Class<?>[4];
    int depth;

    /** Aspects, each with its call, whose hook has begun nothing: it runs, or it threw. */
    private Object[] unbegun = new Object[4];
    private int waiting;

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

    /**
     * An aspect's hook is about to begin this call's context or probe; until {@link #begun} there is none that the call's end may
     * end. All aspects of a call are given the same object for it.
     */
    void beginning(Object aspect, JoinPoint call) {
        if (waiting == MOST_WAITING) {
            Arrays.fill(unbegun, null); // their ends never came
            waiting = 0;
        }
        if (waiting == unbegun.length) {
            unbegun = Arrays.copyOf(unbegun, 2 * waiting);
        }
        unbegun[waiting] = aspect;
        unbegun[waiting + 1] = call;
        waiting += 2;
    }

    /** It has begun, or is over. Returns whether it had not begun: the ends of those inside were lost. */
    boolean begun(Object aspect, JoinPoint call) {
        for (int i = waiting - 2; i >= 0; i -= 2) {
            if (unbegun[i + 1] == call && unbegun[i] == aspect) {
                Arrays.fill(unbegun, i, waiting, null);
                waiting = i;
                return true;
            }
        }
        return false;
    }
}
