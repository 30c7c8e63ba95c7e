package sim.metrics.hotspot;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;
import sim.model.snapshot.HotspotControl;

/** {@link Scorecard#control} from two sides at once. */
@JCStressTest
@Description("Of two who control one name the later wins, wholly: standing, switch and labels are its.")
@Outcome(id = "MANAGED OFF PINNED", expect = ACCEPTABLE, desc = "Switched off, then pinned.")
@Outcome(id = "MANAGED PINNED OFF", expect = ACCEPTABLE, desc = "Pinned, then switched off.")
@Outcome(expect = FORBIDDEN, desc = "A control was lost, or the switch or the labels say otherwise.")
@State
public class ControlAgainstControl {
    private final Trial trial = new Trial();

    @Actor
    public void one() {
        trial.card.control(HotspotControl.Action.DISABLE);
    }

    @Actor
    public void another() {
        trial.card.control(HotspotControl.Action.PIN);
    }

    @Arbiter
    public void look(L_Result result) {
        result.r1 = trial.verdicts();
    }
}
