package sim.metrics.tree;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * The epoch in {@link Tally#enter}: the thread moves the largest value out of the way at its first call after a drain
 * began, which may be while that drain still looks.
 */
@JCStressTest
@Description("The largest call is told by the drain under way or by the next, whatever is called between them.")
@Outcome(id = "100, (0|1|100)", expect = ACCEPTABLE, desc = "By the drain under way: before the epoch changed, or out of what the thread had moved.")
@Outcome(id = "0, 100", expect = ACCEPTABLE, desc = "By the next: the drain under way found no call.")
@Outcome(id = "1, 100", expect = ACCEPTABLE_INTERESTING, desc = "By the next: the drain under way looked while the thread moved it.")
@Outcome(expect = FORBIDDEN, desc = "Nobody was told of the largest call.")
@State
public class LargestIsTold {
    private final Ledger ledger = Nodes.ledger();
    private final Tally tally = ledger.own(Nodes.node(1));
    private final Drained drained = new Drained(Nodes.node(1));
    private long first;

    @Actor
    public void thread() {
        ledger.addWall(tally, 100, 0, 0);
        ledger.addWall(tally, 1, 0, 0);
    }

    @Actor
    public void collector() {
        first = drained.drain(ledger);
    }

    @Arbiter
    public void nextDrain(JJ_Result result) {
        result.r1 = first;
        result.r2 = drained.drain(ledger);
    }
}
