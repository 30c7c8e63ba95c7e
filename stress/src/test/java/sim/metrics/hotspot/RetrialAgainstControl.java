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
import sim.model.snapshot.HotspotControl;

/** {@link Scorecard#retry} by the collector's thread while somebody switches the name off for good. */
@JCStressTest
@Description("A name that is switched off while its trial begins ends up off, with or without the trial.")
@Outcome(id = "MANAGED DISABLED MANAGED OFF, 100", expect = ACCEPTABLE, desc = "The trial began and was ended.")
@Outcome(id = "MANAGED DISABLED OFF, 100", expect = ACCEPTABLE, desc = "Off before the trial began.")
@Outcome(expect = FORBIDDEN, desc = "It is metered though it was switched off, or the switch or the labels say otherwise.")
@State
public class RetrialAgainstControl {
    private final Trial trial = new Trial();

    public RetrialAgainstControl() {
        trial.settle(-10);
    }

    @Actor
    public void collector() {
        trial.card.retry(100);
    }

    @Actor
    public void server() {
        trial.card.control(HotspotControl.Action.DISABLE);
    }

    @Arbiter
    public void look(LJ_Result result) {
        result.r1 = trial.verdicts();
        result.r2 = trial.balance();
    }
}
