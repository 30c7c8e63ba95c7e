package sim.metrics.tree;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJJ_Result;

/**
 * {@link Taken}: the collector subtracts what it took from what it sees, and never writes to what the thread writes. Fails
 * on any hardware when a drain takes by setting back, or remembers another value than it gave away.
 */
@JCStressTest
@Description("Drains beside a thread's calls lose nothing and count nothing twice.")
@Outcome(id = "3, 33, 18, 3", expect = ACCEPTABLE, desc = "Three calls of 10, 11 and 12 ns, 5 ns of each inside: count, total, self, histogram.")
@Outcome(expect = FORBIDDEN, desc = "Something was lost or counted twice.")
@State
public class DrainsLoseNothing {
    private final Ledger ledger = Nodes.ledger();
    private final Tally tally = ledger.own(Nodes.node(1));
    private final Drained drained = new Drained(Nodes.node(1));

    @Actor
    public void thread() {
        ledger.addWall(tally, 10, 5, 0);
        ledger.addWall(tally, 11, 5, 0);
        ledger.addWall(tally, 12, 5, 0);
    }

    @Actor
    public void collector() {
        drained.drain(ledger);
        drained.drain(ledger);
    }

    @Arbiter
    public void lastDrain(JJJJ_Result result) {
        drained.drain(ledger);
        result.r1 = drained.count;
        result.r2 = drained.total;
        result.r3 = drained.self;
        result.r4 = drained.inBuckets;
    }
}
