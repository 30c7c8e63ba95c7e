package sim.metrics.probe;

import java.util.Arrays;
import org.jinspired.probes.Probes;
import sim.metrics.context.Scope;
import sim.metrics.tree.Node;
import sim.metrics.tree.Tally;

/** A call in progress. Preallocated and used again; no state of one call outlives its end. */
final class Frame {
    /**
     * The epoch of a call begun through the Open API, and of a split: odd, as a switch that is off. No woven end ever comes with
     * it, and a switching ends no such call.
     */
    static final int BY_HAND = -1;

    ProbeSite site;
    /** The site's switch at the begin: after a switching the call is measured no more. Or {@link #BY_HAND}. */
    int epoch;
    /** The thread's count of begins: tells this call from every other. */
    long serial;
    /** False where a strategy voted no; then it only hands its inner calls on to its caller. */
    boolean metered = true;
    /** Whether it is no call but a split of the call tree: never metered, and counted at its node. */
    boolean split;
    /** The place in the tree; the nearest metered caller's where it is not metered itself. */
    Node node;
    /** The place it was found from. */
    Node callerNode;
    /** The thread's own numbers of the place, once they are known; null for a virtual thread. */
    Tally tally;
    /** The scope it began in, if it is the outermost call there; else null. */
    Scope outermostIn;
    /** The scope it began in. */
    Scope scope;
    /** When it began, a tick of the clock. */
    long beginTick;
    /** What metered inner calls took, and what metering took of it, ns. */
    long innerWall;
    /** What readings of meters that seldom move had come to: see {@code Readings.moves}. */
    long moves;
    /** Readings at the begin by meter; wall time's place is filled where somebody looks at it. */
    final long[] begin;
    /** The same as {@link #innerWall} for the other meters. */
    final long[] inner;
    /** Whose it is. */
    final ThreadContext owner;
    /** What extensions see of it, null without extensions. */
    Probes.Probe shown;
    /** Made once for woven calls. */
    FrameProbe own;

    /** @param width how many meters there are; 1 where wall time alone is read */
    Frame(ThreadContext owner, int width) {
        this.owner = owner;
        this.begin = new long[width];
        this.inner = new long[width];
    }

    /** Begun through the Open API: its probe knows the frame by its serial. */
    boolean isByHand() {
        return epoch == BY_HAND;
    }

    /** Whether its name was not switched since it began. */
    boolean isCurrent() {
        return site.card().epoch() == epoch;
    }

    /** A call of {@code called} begins here, inside one at {@code caller}. */
    void stand(ProbeSite called, Node caller) {
        if (site != called || callerNode != caller) {
            // first what may fail: a frame must not say that it stands where it does not
            Node place = caller.child(called.name());
            site = called;
            callerNode = caller;
            node = place;
            tally = null;
        }
    }

    /** No metered call begins here: calls from here on stand below {@code place}, as if it were their caller. */
    void standAside(Node place, Frame caller) {
        callerNode = null;
        node = place;
        tally = null;
        run(caller.scope, null);
        innerWall = 0;
        Arrays.fill(inner, 0);
        // last: where something fails before, it is the frame of the next call
        metered = false;
    }

    /** It runs in a scope, and is the outermost call of one. */
    void run(Scope in, Scope outermost) {
        if (scope != in) {
            scope = in;
        }
        if (outermostIn != outermost) {
            outermostIn = outermost;
        }
    }

    /** Of its CPU time so much was used inside it, or by metering; all of it the user's. */
    void useCpu(long nanos) {
        inner[CallReadings.CPU] += nanos;
        inner[CallReadings.USER] += nanos;
    }

    /** Its caller, the outermost call of a scope, is given up. */
    void inherit(Scope outermost) {
        if (outermostIn == null && scope != null) {
            outermostIn = outermost;
        }
    }

    /** Hands on to its caller what was metered inside. */
    void handOn(Frame caller, int[] meters) {
        caller.innerWall += innerWall;
        for (int i = 1; i < meters.length; i++) {
            caller.inner[meters[i]] += inner[meters[i]];
        }
        // so that it is handed on once, whatever fails from here on
        innerWall = 0;
        for (int i = 1; i < meters.length; i++) {
            inner[meters[i]] = 0;
        }
    }
}
