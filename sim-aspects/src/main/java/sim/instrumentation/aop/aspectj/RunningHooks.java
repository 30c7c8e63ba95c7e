package sim.instrumentation.aop.aspectj;

import java.util.Arrays;
import sim.metrics.probe.Metering;
import sim.metrics.probe.WatchedHooks;

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
final class RunningHooks extends WatchedHooks {
    /** The most calls inside one another whose hooks have begun nothing. */
    private static final int MOST_WAITING = 1 << 14;
    private static final ThreadLocal<RunningHooks> OF_THREAD = ThreadLocal.withInitial(RunningHooks::new);

    Class<?>[] aspects = new Class<?>[4];
    /** Whether the thread was interrupted when each hook began. */
    boolean[] interrupted = new boolean[4];
    /** While SIM asks the thread: a class of threads that answers for itself may be one whose methods have hooks. */
    private boolean isAsking;

    /** Calls whose hook has begun nothing yet or threw, or has begun something that the call does not find. */
    private HookedCall[] unbegun = new HookedCall[4];
    private int waiting;

    private RunningHooks() {
        Metering.runtime().watch(this);
    }

    @Override
    protected Class<?> innermost() {
        Class<?>[] running = aspects;
        int last = depth - 1;
        return last < 0 || last >= running.length ? null : running[last];
    }

    /**
     * Enters a hook of an aspect. Returns the calling thread's hooks; null, and counts the call, if a hook of the aspect runs already, or if
     * SIM itself made the call.
     */
    static RunningHooks enter(Object aspect) {
        RunningHooks running = OF_THREAD.get();
        if (running.isAsking) {
            Metering.runtime().leftOutInHook();
            return null;
        }
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
        running.interrupted[running.depth] = running.isInterrupted();
        running.aspects[running.depth] = type;
        running.begun++;
        running.depth++;
        return running;
    }

    /** Sets an interrupt again that a waiting hook has taken and that was meant for the application. */
    void interruptAgain() {
        if (!isInterrupted()) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isInterrupted() {
        isAsking = true;
        try {
            return Thread.currentThread().isInterrupted();
        } finally {
            isAsking = false;
        }
    }

    /** The running hooks of the calling thread. */
    static RunningHooks ofThread() {
        return OF_THREAD.get();
    }

    /** Notes that a hook is about to begin this call's context or probe. Until {@link #begun}, the call's end has nothing to end. */
    void beginning(HookedCall call) {
        if (waiting == MOST_WAITING) {
            Arrays.fill(unbegun, null); // the ends of these calls never came
            waiting = 0;
        }
        if (waiting == unbegun.length) {
            unbegun = Arrays.copyOf(unbegun, 2 * waiting);
        }
        unbegun[waiting] = call;
        waiting++;
    }

    /** The noted call that equals this one; this one itself if there is none. */
    HookedCall running(HookedCall call) {
        for (int i = waiting - 1; i >= 0; i--) {
            if (unbegun[i].equals(call)) {
                return unbegun[i];
            }
        }
        return call;
    }

    /**
     * Notes that the hook has begun something, or that the call is over. Returns whether the call was still noted; the ends of calls
     * inside it are then lost.
     */
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
