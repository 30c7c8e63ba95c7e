package sim.metrics.tree;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/**
 * {@link Ledger#tally}: the table is copied when a node does not fit, while the collector walks the one before. Fails on
 * any hardware when a tally is made anew in the copy, or put into the former table only. A tally published without the
 * release may be seen half made on weaker hardware alone.
 */
@JCStressTest
@Description("Calls at nodes that made the ledger grow are found by the drain under way or by the next.")
@Outcome(id = "2, 1, 1", expect = ACCEPTABLE, desc = "Each call once.")
@Outcome(expect = FORBIDDEN, desc = "A call was lost with a table, or counted in two.")
@State
public class GrownLedgerKeepsCalls {
    private static final Node FIRST = Nodes.node(1);
    private static final Node BEYOND = Nodes.node(100);
    private static final Node FAR_BEYOND = Nodes.node(300);

    private final Ledger ledger = Nodes.ledger();
    private final Drained first = new Drained(FIRST);
    private final Drained beyond = new Drained(BEYOND);
    private final Drained farBeyond = new Drained(FAR_BEYOND);

    @Actor
    public void thread() {
        ledger.addWall(ledger.own(FIRST), 10, 0, 0);
        ledger.addWall(ledger.own(BEYOND), 10, 0, 0);
        ledger.addWall(ledger.own(FAR_BEYOND), 10, 0, 0);
        ledger.addWall(ledger.own(FIRST), 10, 0, 0);
    }

    @Actor
    public void collector() {
        drain();
        drain();
    }

    @Arbiter
    public void lastDrain(JJJ_Result result) {
        drain();
        result.r1 = first.count;
        result.r2 = beyond.count;
        result.r3 = farBeyond.count;
    }

    private void drain() {
        Gathering gathering = new Gathering(1);
        ledger.drain(gathering);
        first.add(gathering);
        beyond.add(gathering);
        farBeyond.add(gathering);
    }
}
