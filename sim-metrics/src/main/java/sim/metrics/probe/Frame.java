package sim.metrics.probe;

import java.util.Arrays;
import org.jinspired.probes.Probes;
import sim.context.Scope;
import sim.metrics.feature.ThreadPart;
import sim.metrics.tree.Node;
import sim.metrics.tree.OftenMeters;
import sim.metrics.tree.Tally;
import sim.model.snapshot.MeasureGroup;

/** A call in progress. Preallocated and used again; no state of one call outlives its end. */
final class Frame {
    /**
     * The epoch of a call begun through the Open API, and of a split. It is odd, like that of a switch that is off, so no woven end ever
     * has it. Switching a name ends no such call.
     */
    static final int BY_HAND = -1;

    ProbeSite site;
    /** The site's epoch when the call began, or {@link #BY_HAND}. If the site was switched since, the call is no longer measured. */
    int epoch;
    /** The thread's count of begins when the call began. It identifies the call on its thread. */
    long serial;
    /**
     * The marks of the last two exceptions with which calls inside have ended: while one passes, such as through a {@code finally}, another may be
     * caught. And the low bits of the serial of this call then.
     */
    private int failedBy;
    private int failedBefore;
    private int failedIn;
    /** False if a strategy voted against it. Such a frame only hands its inner calls on to its caller. */
    boolean metered = true;
    /** The feature's part that began it, if it is a split of the call tree and no call; otherwise null. A split is never metered, and is counted at its node. */
    ThreadPart split;
    /** The groups of measures that are read of the call: see {@link MeasureGroup}. 0 for a call of which sampling reads nothing. */
    int reads = MeasureGroup.EVERY;
    /** Whether chance chose what is read of it, as of one call in so many: then the same holds for sampled calls inside. */
    boolean isByChance;
    /** The groups that metered inner calls did not read: what they used is in this call's self value. */
    int mixed;
    /** The place in the tree. A frame that is not metered has the place of its nearest metered caller. */
    Node node;
    /** The caller's place, from which {@link #node} was found; null if the next call is to look for its place anew. */
    Node callerNode;
    /** The thread's own tally of the place, once it was looked up; null for a virtual thread. */
    Tally tally;
    /** The scope in which the call began, if it is the outermost call of that scope; otherwise null. */
    Scope outermostIn;
    /** The scope in which the call began. */
    Scope scope;
    /** Whether it is recursive and counts at the place of an outer call. */
    boolean folded;
    /** Whether it is one within a circle of names and counts below the outermost call of the circle, not below its caller. */
    boolean aside;
    /** Whether it began in a folded call that was given up since: its place is not below that of the call it is in now. */
    boolean displaced;
    /** Whether it is folded, aside or displaced, or something is to be left out of its place's total: it then ends the general way. */
    boolean folds;
    /** By meter, what is to be left out of the total of its place, because it is at other places: see {@link Recursion}. Null or 0 as long as the thread is not {@linkplain FrameStack#isFolding folding}. */
    long[] out;
    /** When the call began, in ticks of the clock. */
    long beginTick;
    /** The time of metered inner calls and of metering them, ns. */
    long innerWall;
    /** The count of changes of seldom changing meters at the begin: see {@code Readings.moves}. */
    long moves;
    /** Readings at the begin, by meter. The slot of wall time is filled only if somebody looks at it. */
    final long[] begin;
    /** The same as {@link #innerWall} for the other meters. */
    final long[] inner;
    /** The thread context to which the frame belongs. */
    final ThreadContext owner;
    /** The call as extensions see it; null without extensions. */
    Probes.Probe shown;
    /** What {@link #shown} is for woven calls; made once. */
    FrameProbe own;

    /** @param width how many meters there are; 1 where wall time alone is read */
    Frame(ThreadContext owner, int width) {
        this.owner = owner;
        this.begin = new long[width];
        this.inner = new long[width];
    }

    /** Whether it was begun through the Open API. Its probe then knows the frame by its serial. */
    boolean isByHand() {
        return epoch == BY_HAND;
    }

    /** Whether its name was not switched since the call began. */
    boolean isCurrent() {
        return site.card().epoch() == epoch;
    }

    /** A call of {@code called} begins in this frame, inside a call at {@code caller}. */
    void stand(ProbeSite called, Node caller) {
        if (site != called || callerNode != caller) {
            // first what may fail, so that a frame never claims a wrong place
            Node place = called.below(caller);
            callerNode = null;
            site = called;
            standAt(place, caller);
            displaced = false;
            folds = folded || aside;
            if (folds && !owner.isFolding) {
                owner.readyToFold();
            }
            callerNode = caller; // last: if the stack is full before, the next call stands anew
        }
    }

    /** Looks its place up anew, after candidates got places or went: calls inside them counted under {@code [other]} until now. */
    void standAgain(Frame caller) {
        if (!metered) {
            node = split != null ? node : caller.node;
        } else if (node.isOther() && caller.node != null) {
            Node above = caller.node;
            standAt(site.below(above), above);
            callerNode = above;
            displaced = false;
            folds = folded || aside || folds;
        } else if (isElsewhere()) {
            callerNode = null; // the next call finds its place anew: the circle may have ended
        }
    }

    /** Takes a place, for a call from another. On a full stack it takes all of it or nothing: a sweep that failed at half of it would not come back to a frame that has a place. */
    private void standAt(Node place, Node caller) {
        boolean isThere = place.parent == caller || place.isFlat();
        boolean isAround = !isThere && place.isAround(caller);
        boolean isOther = place.isOther();
        // stores alone from here on, for the caller too
        node = place;
        tally = null;
        folded = isAround && !isOther;
        aside = !isThere && !isAround;
    }

    /** Whether its place is not one below the place of its caller. */
    boolean isElsewhere() {
        return folded || aside || displaced;
    }

    /** Makes {@link #out}, all 0. */
    void makeOut() {
        if (out == null) {
            out = new long[Math.max(1, inner.length)];
        }
    }

    void clearOut() {
        if (out != null) {
            Arrays.fill(out, 0);
        }
        displaced = false;
        folds = isElsewhere();
    }

    /** No metered call begins in this frame: inner calls stand below {@code place}, as if it were their caller. */
    void standAside(Node place, Frame caller) {
        callerNode = null;
        node = place;
        tally = null;
        folded = false;
        aside = false;
        displaced = false;
        folds = false;
        run(caller.scope, null);
        reads = MeasureGroup.EVERY;
        mixed = 0;
        innerWall = 0;
        Arrays.fill(inner, 0);
        // last: if something failed before, the next call uses this frame
        metered = false;
    }

    /** Sets the scope of the call, and the scope whose outermost call it is, or null. */
    void run(Scope in, Scope outermost) {
        if (scope != in) {
            scope = in;
        }
        if (outermostIn != outermost) {
            outermostIn = outermost;
        }
    }

    /** Its caller is given up, and was folded or displaced itself. A candidate may get its place before the call ends. */
    void displace() {
        if (!folded && !aside && !node.isFlat()) {
            displaced = true;
            folds = true;
        }
    }

    /** The place that has its time in its total beside its caller's: its own, or the one above if it is aside or displaced. */
    Node outside() {
        return (aside || displaced) && (metered || split != null) ? node.parent : node;
    }

    /** Adds CPU time of inner calls or of metering, ns. All of it is user time. */
    void useCpu(long nanos) {
        OftenMeters.useCpu(inner, nanos);
    }

    /** A call inside has ended with the exception of this mark. */
    void failedInside(int mark) {
        boolean isFirst = failedIn != (int) serial;
        if (isFirst || failedBy != mark) {
            failedBefore = isFirst ? 0 : failedBy;
            failedBy = mark;
            failedIn = (int) serial;
        }
    }

    /** Whether a call inside has ended with the exception of this mark. */
    boolean hasFailedInside(int mark) {
        return failedIn == (int) serial && (failedBy == mark || failedBefore == mark);
    }

    /** An exception leaves it that it does not count: its caller hears of the call that did. */
    void passOn(int mark, Frame caller) {
        if (hasFailedInside(mark)) {
            caller.failedInside(mark);
        }
    }

    /** It is given up, and nobody knows with which exception it ended: its caller hears of the last one inside. */
    void passOn(Frame caller) {
        if (failedIn == (int) serial && failedBy != 0) {
            caller.failedInside(failedBy);
        }
    }

    /** Takes over the role of its caller, the outermost call of a scope, which is given up. */
    void inherit(Scope outermost) {
        if (outermostIn == null && scope != null) {
            outermostIn = outermost;
        }
    }

    /** Adds what was metered inside to its caller. */
    void handOn(Frame caller, int[] meters) {
        caller.mixed |= mixed;
        caller.innerWall += innerWall;
        for (int i = 1; i < meters.length; i++) {
            caller.inner[meters[i]] += inner[meters[i]];
        }
        // cleared, so that nothing is handed on twice if something fails from here on
        innerWall = 0;
        for (int i = 1; i < meters.length; i++) {
            inner[meters[i]] = 0;
        }
    }
}
