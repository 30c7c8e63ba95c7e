package sim.metrics.hotspot;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LJ_Result;

/**
 * {@link Scorecard#settle} by two threads, one that brings the balance down and one that brings it up: a verdict is one
 * compare-and-set of one word. Fails on any hardware when it is anything less.
 */
@JCStressTest
@Description("Verdicts fall one after the other, each a legal step from the one before; switch and labels follow.")
@Outcome(id = "MANAGED( HOTSPOT MANAGED)* DISABLED, 35", expect = ACCEPTABLE, desc = "It fell to nothing first: off, whatever was earned after.")
@Outcome(id = "MANAGED HOTSPOT( MANAGED HOTSPOT)* UNMANAGED, 35", expect = ACCEPTABLE, desc = "It rose first: no longer judged.")
@Outcome(expect = FORBIDDEN, desc = "A verdict or an adjustment was lost, or the switch or the labels say otherwise.")
@State
public class SettlingThreads {
    private final Trial trial = new Trial();

    @Actor
    public void shortCalls() {
        trial.settle(-15);
    }

    @Actor
    public void longCalls() {
        trial.settle(40);
    }

    @Arbiter
    public void look(LJ_Result result) {
        result.r1 = trial.verdicts();
        result.r2 = trial.balance();
    }
}
