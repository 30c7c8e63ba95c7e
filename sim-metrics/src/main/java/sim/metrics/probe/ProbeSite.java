package sim.metrics.probe;

import sim.base.name.Name;
import sim.metrics.hotspot.Latch;
import sim.metrics.hotspot.Scorecard;
import sim.metrics.tree.Node;

/**
 * A probed name. There is one site for each name, so equal sites are identical. The woven join points and the hand-made probes of
 * that name refer to it; it refers to no class. {@link #begin} and {@link #end} are the whole path of a woven call: they neither
 * allocate nor lock. They throw nothing but the error of a stack that is too full for the test itself. A call counts where it ends, on the
 * thread that began it.
 *
 * <p>A record because the JIT trusts the fields of records alone: where the site is a constant of the woven class, so is
 * all it holds, and a call of a name that is switched off is one load and a test.
 *
 * @param card null where nothing is metered at all
 * @param latch the card's; closed for good where there is no card
 * @param slots the thread table's own: each load on the way to the thread's context is one more that the clock read waits
 *        for
 */
public record ProbeSite(Name name, Scorecard card, Latch latch, Threads threads, ThreadContext[] slots) {
    /** A site that is never metered. */
    public static final ProbeSite NONE = new ProbeSite(null, null, Latch.SHUT, null, null);

    ProbeSite(Name name, Threads threads, Scorecard card) {
        this(name, card, card == null ? Latch.SHUT : card.latch(), threads, threads.table.slots);
    }

    /**
     * Begins a call. Returns a hint for its end, the call's frame; null if there is nothing to end. C2 inlines this into every woven
     * method, whatever it compiled first, because all that follows the test is out of line; C1 does too where it compiles the method by itself,
     * because this one is no longer than 35 byte codes.
     */
    public Object begin() {
        if (latch.getTarget() != Latch.CLOSED) { // as isClosed and isOn, which the interpreter would call
            int epoch = card.epoch();
            if ((epoch & Scorecard.NEVER) == 0) {
                return beginOutOfLine(epoch);
            }
        }
        return null;
    }

    /**
     * Ends the call whose begin returned the hint. The hint saves looking up the thread's context, which takes five loads, each of which
     * waits for the one before; it saves everything if the begin found the name switched off. And it identifies the call: when the stack
     * overflows, ends of inner calls of the same site are lost. A failed call of a name that is off is counted for its scorecard. That costs nothing where no call fails.
     *
     * @param error the exception with which the call ended, or null
     */
    public void end(Object hint, Throwable error) {
        if (hint != null) {
            try {
                endOutOfLine(hint, error);
            } catch (Throwable failure) {
                lost(hint, failure);
            }
        } else if (error != null && card != null) {
            card.failedUnmetered();
        }
    }

    /** Ends the call whose begin returned the hint, whatever its site. */
    public static void endOf(Object hint, Throwable error) {
        if (hint != null) {
            ProbeSite site = hint instanceof LightCall ? ((LightCall) hint).site : ((Frame) hint).site;
            if (site != null) { // otherwise the call was given up
                site.end(hint, error);
            }
        }
    }

    /** Ends the innermost call of this site, normally. */
    public void end() {
        end(null);
    }

    /** Ends the innermost call of this site, with an exception; null for none. */
    public void end(Throwable error) {
        if (card != null) {
            int epoch = card.epoch();
            if (Scorecard.isOn(epoch)) {
                end(epoch, error);
            }
        }
    }

    /** The place of its calls below another. For a known place, one hash probe and no lock. */
    Node below(Node caller) {
        Node known = caller.find(name);
        return known != null ? known : threads.sites.place(this, caller);
    }

    /** Counts a begin of a probe that has begun and not ended; the second begin does nothing. */
    void begunTwice() {
        threads.mishaps.violations.add(Violations.Kind.BEGUN_TWICE, name, null);
    }

    /** One call between the test and what is out of line: see {@link OutOfLine}. */
    private Object beginOutOfLine(int epoch) {
        return OutOfLine.begin(this, slots, epoch);
    }

    private void endOutOfLine(Object begun, Throwable error) {
        OutOfLine.endFrame(this, begun, error);
    }

    /** Ends a virtual thread's call without a context. */
    void end(int epoch, LightCall call, Throwable error) {
        if (call.isMoved) {
            threads.light.endMoved(this, epoch, call, error);
        } else {
            threads.light.end(this, epoch, call, error);
        }
    }

    /**
     * Takes a call whose end failed off the stack, with those above it, and counts them as lost, unless they were counted before. Splits, and what a
     * strategy voted against, are no metered calls and not counted. What was metered inside it then was inside its caller, as in {@link FrameStack#takeOut}, and what is to be
     * left out of totals is passed on, as in {@link Recursion#leave}. The stack may be full, so this method calls nothing before that, and its caller is as far out as
     * possible.
     */
    void lost(Object hint, Throwable failure) {
        if (!(hint instanceof Frame begun)) {
            threads.light.lost((LightCall) hint);
            if (!(failure instanceof StackOverflowError)) {
                threads.mishaps.failed(failure);
            }
            return;
        }
        ThreadContext context = begun.owner;
        FrameStack stack = context;
        boolean isHere = context.thread == Thread.currentThread();
        int at = isHere ? stack.depth : 0;
        while (at > 0 && stack.frames[at] != begun) {
            at--;
        }
        if (at > 0) {
            int metered = 0;
            for (int i = stack.depth; i >= at; i--) {
                Frame frame = stack.frames[i];
                Frame caller = stack.frames[i - 1];
                long[] inner = frame.inner;
                long[] out = frame.out;
                boolean isElsewhere = frame.folded || frame.aside || frame.displaced;
                boolean passesOn = frame.folds && stack.isFolding;
                Frame outer = caller;
                if (passesOn && isElsewhere) { // as Recursion.outer
                    Node place = !frame.folded && (frame.metered || frame.split != null)
                            ? frame.node.parent
                            : frame.node;
                    Node around = place;
                    int below = i - 1;
                    while (below > 0 && stack.frames[below].node != around) {
                        around = around.parent;
                        below -= around == null ? 1 : 0;
                        around = around == null ? place : around;
                    }
                    outer = stack.frames[below];
                }
                if (passesOn) {
                    for (int meter = out.length; meter-- > 0;) {
                        long amount = meter == 0 ? frame.innerWall : inner[meter];
                        caller.out[meter] += amount;
                        outer.out[meter] += out[meter] - amount;
                    }
                    caller.folds = true;
                    outer.folds = true;
                }
                caller.mixed |= frame.mixed;
                caller.innerWall += frame.innerWall;
                for (int meter = inner.length; meter-- > 1;) {
                    caller.inner[meter] += inner[meter];
                }
                stack.byHand -= frame.epoch == Frame.BY_HAND ? 1 : 0;
                metered += frame.metered ? 1 : 0;
                frame.metered = true;
                frame.split = null;
                frame.shown = null;
                frame.callerNode = null; // the next call in this frame stands anew: it folds only if its own place says so
                for (int meter = out == null ? 0 : out.length; meter > 0; meter--) {
                    out[meter - 1] = 0;
                }
            }
            stack.notCounted[NotCounted.LOST] += metered;
            stack.depth = at - 1;
        }
        if (isHere) {
            stack.settle();
        }
        if (!(failure instanceof StackOverflowError)) {
            threads.mishaps.failed(failure);
        }
    }

    /** Ends the innermost call of this site on the calling thread. */
    void end(int epoch, Throwable error) {
        try {
            ThreadContext context = threads.find();
            if (context != null) {
                context.end(this, epoch, error);
            } else if (threads.isLight()) {
                threads.light.end(this, epoch, null, error);
            } else if (epoch == 0) {
                threads.mishaps.add(CallMishaps.Kind.UNMATCHED);
            }
        } catch (Throwable failure) {
            threads.mishaps.failed(failure);
        }
    }

    /** The present epoch of its switch; off if nothing is metered at all. */
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
