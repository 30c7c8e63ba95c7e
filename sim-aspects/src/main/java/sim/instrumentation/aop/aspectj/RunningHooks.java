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
 *     aspect.own.failed("beforeInvoke", failure);
 * } finally {
 *     if (hooks != null) {
 *         hooks.aspects[--hooks.depth] = null;   // no call: it would not fit on a full stack
 *         if (hooks.interrupted[hooks.depth]) { hooks.interruptAgain(); }
 *     }
 * }
 * </pre>
 */
final class RunningHooks {
    /** Calls inside each other, all of whose hooks threw: more are none. */
    private static final int MOST_WAITING = 1 << 14;
    private static final ThreadLocal<RunningHooks> OF_THREAD = ThreadLocal.withInitial(RunningHooks::new);

    Class<?>[] aspects = new Class<?>[4];
    /** Whether the thread was interrupted as each began. */
    boolean[] interrupted = new boolean[4];
    int depth;

    /** Calls whose hook has begun nothing, for it runs or it threw, or nothing that is found by its call. */
    private HookedCall[] unbegun = new HookedCall[4];
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
            running.interrupted = Arrays.copyOf(running.interrupted, 2 * running.depth);
            running.aspects = Arrays.copyOf(running.aspects, 2 * running.depth);
        }
        running.interrupted[running.depth] = Thread.currentThread().isInterrupted();
        running.aspects[running.depth] = type;
        running.depth++;
        return running;
    }

    /** A hook that waits may take an interrupt that was meant for the application. */
    void interruptAgain() {
        if (!Thread.currentThread().isInterrupted()) {
            Thread.currentThread().interrupt();
        }
    }

    /** The calling thread's. */
    static RunningHooks ofThread() {
        return OF_THREAD.get();
    }

    /**
     * An aspect's hook is about to begin this call's context or probe; until {@link #begun} there is none that the call's end may
     * end.
     */
    void beginning(HookedCall call) {
        if (waiting == MOST_WAITING) {
            Arrays.fill(unbegun, null); // their ends never came
            waiting = 0;
        }
        if (waiting == unbegun.length) {
            unbegun = Arrays.copyOf(unbegun, 2 * waiting);
        }
        unbegun[waiting] = call;
        waiting++;
    }

    /** The one that equals it of those whose hook is about to begin something; itself where there is none. */
    HookedCall running(HookedCall call) {
        for (int i = waiting - 1; i >= 0; i--) {
            if (unbegun[i].equals(call)) {
                return unbegun[i];
            }
        }
        return call;
    }

    /** It has begun, or is over. Returns whether it had not begun: the ends of those inside were lost. */
    boolean begun(HookedCall call) {
        for (int i = waiting - 1; i >= 0; i--) {
            if (unbegun[i].equals(call)) {
                Arrays.fill(unbegun, i, waiting, null);
                waiting = i;
                return true;
            }
        }
        return false;
    }
}
