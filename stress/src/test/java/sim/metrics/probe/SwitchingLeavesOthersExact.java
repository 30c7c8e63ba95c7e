package sim.metrics.probe;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.Map;
import java.util.Properties;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import sim.base.config.Options;
import sim.model.snapshot.HotspotControl;
import sim.model.snapshot.TreeRow;

/**
 * A name is switched off and on while calls of it are in progress inside calls of another: the switch is read plainly at
 * begin and end, and {@link ThreadContext} gives up what was begun under another setting of it.
 */
@JCStressTest
@Description("Switching a name off and on costs its own calls in progress, and no call around them.")
@Outcome(id = "true, true", expect = ACCEPTABLE, desc = "The calls around are exact, and no end was taken for another's.")
@Outcome(expect = FORBIDDEN, desc = "A call around was lost or counted twice, or an end met a begin that was not its own.")
@State
public class SwitchingLeavesOthersExact {
    private static final Metering METERING = new Metering(
            Options.load("meters=wall,hotspot.enabled=false,compensation=false", new Properties()));
    private static final ProbeSite AROUND = METERING.site("sim", "around");
    private static final ProbeSite SWITCHED = METERING.site("sim", "switched");
    private static final int PLACE = 1;
    private static volatile long begun;
    private static volatile long ended;
    /** The collector's own. */
    private static long taken;

    static {
        call();
    }

    @Actor
    public void thread() {
        for (int i = 0; i < 20; i++) {
            call();
        }
    }

    @Actor
    public void collector(ZZ_Result result) {
        METERING.control(new HotspotControl(HotspotControl.Action.DISABLE, "sim", "switched", 0, 0));
        METERING.control(new HotspotControl(HotspotControl.Action.ENABLE, "sim", "switched", 0, 0));
        long before = ended;
        for (TreeRow row : METERING.drain().rows()) {
            taken += row.node() == PLACE ? row.count() : 0;
        }
        result.r1 = before <= taken && taken <= begun;
        Map<String, Long> counters = METERING.counters();
        result.r2 = counters.get("probes.healed") == 0 && counters.get("probes.unmatched") == 0;
    }

    private static void call() {
        begun++;
        AROUND.begin();
        SWITCHED.begin();
        SWITCHED.end();
        AROUND.end();
        ended++;
    }
}
