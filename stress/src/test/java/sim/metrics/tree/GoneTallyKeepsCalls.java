package sim.metrics.tree;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * {@link Ledger#tally}: the tally of a candidate that is gone gives way to that of the next in its slot, while the collector walks the table. Fails on any
 * hardware when it gives way although the collector has not taken all of it.
 */
@JCStressTest
@Description("Calls of a candidate that is gone, and of the next in its slot, are found by the drain under way or by the next.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Each call once, at the place of its name.")
@Outcome(expect = FORBIDDEN, desc = "A call was lost with its tally, or counted for the other candidate.")
@State
public class GoneTallyKeepsCalls {
    private static final Node FLAT = Nodes.node(1);
    private static final Node NEXT_FLAT = Nodes.node(2);

    private final Node gone = candidate(FLAT);
    private final Node next = candidate(NEXT_FLAT);
    private final Ledger ledger = Nodes.ledger();
    private final Drained ofGone = new Drained(FLAT);
    private final Drained ofNext = new Drained(NEXT_FLAT);

    public GoneTallyKeepsCalls() {
        ledger.addWall(ledger.own(gone), 10, 0, 0);
        gone.go(FLAT);
    }

    private static Node candidate(Node flat) {
        return new Node(null, flat.id, -1, flat.parent, flat.name, false, true);
    }

    @Actor
    public void thread() {
        ledger.addWall(ledger.own(next), 10, 0, 0);
    }

    @Actor
    public void collector() {
        drain();
    }

    @Arbiter
    public void lastDrain(JJ_Result result) {
        drain();
        result.r1 = ofGone.count;
        result.r2 = ofNext.count;
    }

    private void drain() {
        Gathering gathering = new Gathering(1);
        ledger.drain(gathering);
        gathering.takeCandidates((candidate, gain) -> candidate.id);
        ofGone.add(gathering);
        ofNext.add(gathering);
    }
}
