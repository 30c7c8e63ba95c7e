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
 * {@link Scorecard#giveWay} by the collector's thread while another thread makes a hotspot of the name. Fails on any hardware when the
 * balance is set to 0 before the verdict: a hotspot is left that its next call disables.
 */
@JCStressTest
@Description("A name gives way to the probe budget beside a verdict: it does so, or keeps all it has earned.")
@Outcome(id = "MANAGED( HOTSPOT)? DISABLED, gave way, 25", expect = ACCEPTABLE, desc = "It gave way.")
@Outcome(id = "MANAGED HOTSPOT, 25", expect = ACCEPTABLE, desc = "The verdict came between: the next interval decides.")
@Outcome(expect = FORBIDDEN, desc = "The balance is lost, not a legal step, or the switch or the labels say otherwise.")
@State
public class GivingWayAgainstVerdict {
    private final Trial trial = new Trial();

    @Actor
    public void thread() {
        trial.settle(15);
    }

    @Actor
    public void collector() {
        trial.giveWay();
    }

    @Arbiter
    public void look(LJ_Result result) {
        result.r1 = trial.verdicts();
        result.r2 = trial.balance();
    }
}
