package sim.metrics.hotspot;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LJ_Result;
import sim.model.snapshot.HotspotControl;

/**
 * {@link Scorecard#control} resets a balance that a thread has just brought to nothing. Fails on any hardware when the
 * thread goes on judging by the balance it saw before. Real threads settle a thirtieth of an opening balance at most.
 */
@JCStressTest
@Description("A reset beside a verdict: the card begins again, or the verdict comes after it.")
@Outcome(id = "MANAGED DISABLED MANAGED, 10", expect = ACCEPTABLE, desc = "Disabled, then begun again.")
@Outcome(id = "MANAGED, 10", expect = ACCEPTABLE, desc = "Begun again before the thread judged.")
@Outcome(id = "MANAGED DISABLED( MANAGED DISABLED)?, -5", expect = ACCEPTABLE, desc = "Begun again, and then disabled by what was settled after.")
@Outcome(id = "MANAGED DISABLED, 10", expect = ACCEPTABLE_INTERESTING, desc = "Disabled by what was settled before: the reset found nothing to enable. Some nanoseconds wide; it rests and is tried again.")
@Outcome(id = "MANAGED DISABLED MANAGED, -5", expect = ACCEPTABLE_INTERESTING, desc = "Begun again, disabled by what was settled after, and enabled as asked: the next call decides.")
@Outcome(expect = FORBIDDEN, desc = "Not a legal step, or the switch or the labels say otherwise.")
@State
public class ResetAgainstVerdict {
    private final Trial trial = new Trial();

    @Actor
    public void thread() {
        trial.settle(-15);
    }

    @Actor
    public void server() {
        trial.card.control(HotspotControl.Action.RESET);
    }

    @Arbiter
    public void look(LJ_Result result) {
        result.r1 = trial.verdicts();
        result.r2 = trial.balance();
    }
}
