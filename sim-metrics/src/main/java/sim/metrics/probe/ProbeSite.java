package sim.metrics.probe;

import sim.metrics.hotspot.Scorecard;
import sim.metrics.name.Name;

/**
 * A probed name. There is one site for each name, so equal sites are identical. The woven join points and the hand-made probes of
 * that name refer to it; it refers to no class. {@link #begin} and {@link #end} are the whole path of a woven call: they neither
 * allocate, lock nor throw. A call counts where it ends, on the thread that began it.
 *
 * <p>A record because the JIT trusts the fields of records alone: where the site is a constant of the woven class, so is
 * all it holds, and a call of a name that is switched off is one load and a test.
 *
 * @param card null where nothing is metered at all
 * @param slots the thread table's own: each load on the way to the thread's context is one more that the clock read waits
 *        for
 */
public record ProbeSite(Name name, Scorecard card, Threads threads, ThreadContext[] slots) {
    /** A place nobody meters. */
    public static final ProbeSite NONE = new ProbeSite(null, null, null, null);

    ProbeSite(Name name, Threads threads, Scorecard card) {
        this(name, card, threads, threads.table.slots);
    }

    /** Enters the place. Returns a hint for its end, the call's frame; null when there is nothing to end. */
    public Object begin() {
        if (card != null) {
            int epoch = card.epoch();
            if (Scorecard.isOn(epoch)) {
                return begin(epoch);
            }
        }
        return null;
    }

    /**
     * Leaves it, knowing what the begin returned. That saves looking up the thread's context, five loads of which each waits
     * for the one before, and all of it where the begin found the name switched off. And it tells this call from another of
     * the same place: where the stack overflows, ends of calls further in are lost.
     *
     * @param error what it is left by, or null
     */
    public void end(Object hint, Throwable error) {
        if (hint != null) {
            try {
                endFrame((Frame) hint, error);
            } catch (Throwable failure) {
                lost((Frame) hint, failure);
            }
        }
    }

    /** Leaves the place whose begin returned the hint. */
    public static void endOf(Object hint, Throwable error) {
        if (hint != null) {
            ((Frame) hint).site.end(hint, error);
        }
    }

    /** Leaves it normally. */
    public void end() {
        end(null);
    }

    /** Leaves it by an exception; null for none. */
    public void end(Throwable error) {
        if (card != null) {
            int epoch = card.epoch();
            if (Scorecard.isOn(epoch)) {
                end(epoch, error);
            }
        }
    }

    /** Counts a begin of a probe that has begun and not ended; the second begin does nothing. */
    void begunTwice() {
        threads.mishaps.violations.add(Violations.Kind.BEGUN_TWICE, name, null);
    }

    private Object begin(int epoch) {
        ThreadContext context = null;
        try {
            Thread thread = Thread.currentThread();
            context = slots[ThreadTable.slotOf(thread)];
            if (context == null || context.thread != thread) {
                context = threads.current();
            }
            return context.begin(this, epoch);
        } catch (Throwable failure) {
            // the stack may be at its end: nothing is called before the call is counted as lost
            if (context == null) {
                synchronized (threads.mishaps.notCounted) {
                    threads.mishaps.notCounted[NotCounted.LOST]++;
                }
            } else {
                context.notCounted[NotCounted.LOST]++;
            }
            if (!(failure instanceof StackOverflowError)) {
                threads.mishaps.failed(failure);
            }
            return null;
        }
    }

    private void endFrame(Frame begun, Throwable error) {
        int epoch = card.epoch();
        if (Scorecard.isOn(epoch)) {
            ThreadContext context = begun.owner;
            if (context.thread == Thread.currentThread()) {
                context.end(this, epoch, begun, error);
            } else {
                end(epoch, error);
            }
        }
    }

    /**
     * An end failed: unless the call was counted before, it is taken off the stack, with what is above it, and counted as lost.
     * The stack may be at its end, so this calls nothing before that, and is itself called from as far out as can be.
     */
    void lost(Frame begun, Throwable failure) {
        ThreadContext context = begun.owner;
        FrameStack stack = context;
        boolean isHere = context.thread == Thread.currentThread();
        int at = isHere ? stack.depth : 0;
        while (at > 0 && stack.frames[at] != begun) {
            at--;
        }
        if (at > 0) {
            for (int i = stack.depth; i >= at; i--) {
                stack.byHand -= stack.frames[i].epoch == Frame.BY_HAND ? 1 : 0;
                stack.frames[i].metered = true;
                stack.frames[i].split = false;
                stack.frames[i].shown = null;
            }
            stack.notCounted[NotCounted.LOST] += stack.depth - at + 1;
            stack.depth = at - 1;
        }
        if (isHere) {
            stack.settle();
        }
        if (!(failure instanceof StackOverflowError)) {
            threads.mishaps.failed(failure);
        }
    }

    private void end(int epoch, Throwable error) {
        try {
            ThreadContext context = threads.known();
            if (context != null) {
                context.end(this, epoch, error);
            } else if (epoch == 0) {
                threads.mishaps.add(CallMishaps.Kind.UNMATCHED);
            }
        } catch (Throwable failure) {
            threads.mishaps.failed(failure);
        }
    }

    /** Its switch now; off where nothing is metered at all. */
    int epoch() {
        return card == null ? Scorecard.NEVER : card.epoch();
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    @Override
    public String toString() {
        return String.valueOf(name);
    }
}
