package sim.metrics.probe;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.Properties;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;
import sim.base.config.Options;
import sim.model.snapshot.TreeRow;

/**
 * {@link Metering#drain} beside a thread's whole calls, begin to end. All states share one runtime, as an application's
 * threads do; the drains of one actor are the collector's.
 */
@JCStressTest
@Description("All drains so far have every call that ended before the last of them began, and none twice.")
@Outcome(id = "true", expect = ACCEPTABLE, desc = "As many calls were taken as had ended before, up to as many as had begun after.")
@Outcome(expect = FORBIDDEN, desc = "A call was lost or counted twice.")
@State
public class DrainHasWhatEnded {
    private static final Metering METERING = new Metering(
            Options.load("meters=wall,hotspot.enabled=false,compensation=false", new Properties()));
    private static final ProbeSite SITE = METERING.site("sim", "a");
    private static volatile long begun;
    private static volatile long ended;
    /** The collector's own. */
    private static long taken;

    @Actor
    public void thread() {
        for (int i = 0; i < 20; i++) {
            begun++;
            SITE.begin();
            SITE.end();
            ended++;
        }
    }

    @Actor
    public void collector(Z_Result result) {
        long before = ended;
        for (TreeRow row : METERING.drain().rows()) {
            taken += row.count();
        }
        result.r1 = before <= taken && taken <= begun;
    }
}
