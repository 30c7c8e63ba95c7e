package sim.metrics.probe;

import sim.metrics.failure.FailureBook;

/**
 * Keeps a thread's stack right whichever ends come: calls that were left open are closed or given up, and counted by kind. A
 * woven end knows its frame; with the plain weaver it knows only its site. A probe of the Open API knows its frame's serial. Only
 * its thread uses it.
 */
final class Healing {
    private final FrameStack stack;
    private final CallReadings readings;
    private final Counting counting;
    /** Null if extensions are shown nothing. */
    private final ShownCalls shown;
    private final CallMishaps mishaps;

    Healing(FrameStack stack, CallReadings readings, Counting counting, ShownCalls shown, Threads threads) {
        this.stack = stack;
        this.readings = readings;
        this.counting = counting;
        this.shown = shown;
        this.mishaps = threads.mishaps;
    }

    /**
     * The position of the frame of a woven end. 0 if there is none, because the call began while its name was switched off, or was given
     * up when its name was switched. See {@link FrameStack#find(ProbeSite, int, Frame)}.
     */
    int find(ProbeSite site, int epoch, Frame known) {
        int at = stack.find(site, epoch, known);
        if (at == 0) {
            mishaps.add(epoch == 0 ? CallMishaps.Kind.UNMATCHED : CallMishaps.Kind.SWITCHED);
        }
        return at;
    }

    /** Ends the call at a depth with the last readings, and before it the calls that are still open inside. */
    void end(int at, Throwable error) {
        closeAbove(at, error);
        end(stack.frames[at], error);
    }

    /** Ends the innermost call. */
    private void end(Frame frame, Throwable error) {
        if (counting.finish(frame, error) && shown != null) {
            shown.ended(frame, false);
        }
    }

    private void closeAbove(int at, Throwable error) {
        while (stack.depth > at) {
            Frame open = stack.innermost();
            if (error != null) {
                open.passOn(FailureBook.mark(error), stack.frames[stack.depth - 1]);
            }
            if (open.split != null) {
                open.split.splitClosed();
                end(open, null);
            } else if (open.isByHand()) {
                mishaps.violations.add(Violations.Kind.CLOSED, open.site.name(), stack.frames[at].site.name());
                end(open, null);
            } else {
                giveUp(stack.depth, open.isCurrent() ? NotCounted.HEALED : NotCounted.SWITCHED);
            }
        }
    }

    /**
     * Gives up the calls whose names were switched since they began. Before and after advice share nothing but the stack, so nobody can
     * tell the end of such a call from the end of a call that SIM never saw begin. Without these calls, the numbers of all others stay
     * exact. A probe of the Open API knows its frame and stays.
     */
    void giveUpSwitched() {
        readForExtensions();
        for (int at = stack.depth; at > 0; at--) {
            Frame frame = stack.frames[at];
            if (!frame.isByHand() && !frame.isCurrent()) {
                giveUp(at, NotCounted.SWITCHED);
            }
        }
    }

    /**
     * Gives up all probes begun by hand.
     *
     * @param why the reason, for the report
     */
    void giveUpByHand(String why) {
        readForExtensions();
        for (int at = stack.depth; at > 0; at--) {
            Frame frame = stack.frames[at];
            if (frame.isByHand() && frame.split == null) {
                mishaps.violations.addLost(frame.site.name(), why);
                giveUp(at, NotCounted.ELSEWHERE);
            }
        }
    }

    /** Gives up a probe begun by hand that nobody can end any more, unless an outer end has closed it. */
    void lose(long serial, String thread) {
        int at = stack.find(serial);
        if (at > 0) {
            mishaps.violations.addLost(stack.frames[at].site.name(), "can no longer be ended on thread " + thread
                    + ", because nothing refers to it");
            giveUp(at, NotCounted.ELSEWHERE);
        }
    }

    /** Counts the probes begun by hand that still fired when the thread died. Called by another thread. */
    void countLost(String thread) {
        for (int at = stack.depth; at > 0 && stack.byHand > 0; at--) {
            Frame frame = stack.frames[at];
            if (frame.isByHand()) {
                stack.byHand--;
                if (frame.split == null) {
                    mishaps.violations.addLost(frame.site.name(), "was not ended when its thread " + thread + " was");
                }
            }
        }
    }

    /** Takes a call out without counting it at its place: see {@link FrameStack#takeOut}. */
    void giveUp(int at, int as) {
        Frame metered = stack.takeOut(at, as);
        if (metered != null && shown != null) {
            shown.ended(metered, true);
        }
    }

    /** Reads the meters for interceptors, which hear the end of each call of which they heard the begin. */
    private void readForExtensions() {
        if (shown != null) {
            readings.end(readings.source.tick());
        }
    }
}
