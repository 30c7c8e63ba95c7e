package sim.metrics.probe;

import org.jinspired.probes.Probes;
import sim.metrics.context.Scope;
import sim.metrics.tree.Node;
import sim.metrics.tree.Tally;

/** A call in progress. Preallocated and used again; no state of one call outlives its end. */
final class Frame {
    ProbeSite site;
    /** The site's switch at the begin: after a switching the call is measured no more. */
    int epoch;
    /** The thread's count of begins: tells this call from every other. */
    long serial;
    /** Begun through the Open API: its probe knows the frame by its serial. */
    boolean byHand;
    /** False where a strategy voted no; then it only hands its inner calls on to its caller. */
    boolean metered;
    /** The place in the tree; the nearest metered caller's where it is not metered itself. */
    Node node;
    /** The thread's own numbers of the place, once they are known; null for a virtual thread. */
    Tally tally;
    /** The scope it began in, if it is the outermost call there; else null. */
    Scope outermostIn;
    /** The scope it began in. */
    Scope scope;
    /** Readings at the begin by meter; the tick at 0. */
    final long[] begin;
    /** What metered inner calls took, by meter, and what metering took of it; wall time in ns. */
    final long[] inner;
    /** What extensions see of it, null without extensions. */
    Probes.Probe shown;
    /** Made once for woven calls. */
    FrameProbe own;

    Frame(int width) {
        this.begin = new long[width];
        this.inner = new long[width];
    }

    /** A call of {@code called} begins here, inside one at {@code caller}. */
    void stand(ProbeSite called, Node caller) {
        Node before = node;
        if (before == null || before.name != called.name || before.parent != caller) {
            node = caller.child(called.name);
            tally = null;
        }
        if (site != called) {
            site = called;
        }
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
}
