package sim.metrics.probe;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/** The same as {@link ThreadsFindTheirOwn} where there is one slot left for two: the other goes to the map. */
@JCStressTest
@Description("Of two threads that want the last slot, one goes to the map; each finds its own entry, then none.")
@Outcome(id = "true, true, true", expect = ACCEPTABLE, desc = "Both found their own, and nothing after they left.")
@Outcome(expect = FORBIDDEN, desc = "An entry was lost, overwritten, or stayed.")
@State
public class CrowdedTable {
    private static final ThreadContext ONE = Threaded.context(Threaded.start());
    private static final ThreadContext OTHER = Threaded.context(Threaded.start());
    private static final ThreadTable TABLE = new ThreadTable();

    static {
        for (int i = 1; i < 8; i++) {
            TABLE.put(Threaded.context(Threaded.start()));
        }
    }

    @Actor
    public void oneThread(ZZZ_Result result) {
        TABLE.put(ONE);
        result.r1 = TABLE.find(ONE.thread) == ONE;
        TABLE.remove(ONE);
    }

    @Actor
    public void anotherThread(ZZZ_Result result) {
        TABLE.put(OTHER);
        result.r2 = TABLE.find(OTHER.thread) == OTHER;
        TABLE.remove(OTHER);
    }

    @Arbiter
    public void afterwards(ZZZ_Result result) {
        result.r3 = TABLE.find(ONE.thread) == null && TABLE.find(OTHER.thread) == null;
    }
}
