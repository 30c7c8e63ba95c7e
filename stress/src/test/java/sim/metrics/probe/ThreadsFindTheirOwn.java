package sim.metrics.probe;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZZ_Result;

/**
 * {@link ThreadTable}: entries of threads whose ids fall on one slot. Fails on any hardware when a slot is taken by
 * anything less than a compare-and-set.
 */
@JCStressTest
@Description("Each of two threads finds its own entry and nobody else's, though they want one slot; then none.")
@Outcome(id = "true, true, true, true", expect = ACCEPTABLE, desc = "Both found their own, and nothing after they left.")
@Outcome(expect = FORBIDDEN, desc = "An entry was lost, overwritten, or stayed.")
@State
public class ThreadsFindTheirOwn {
    private static final ThreadContext ONE = Threaded.context(Threaded.start());
    private static final ThreadContext OTHER = Threaded.context(Threaded.start());
    private static final ThreadTable TABLE = new ThreadTable();

    @Actor
    public void oneThread(ZZZZ_Result result) {
        TABLE.put(ONE);
        result.r1 = TABLE.find(ONE.thread) == ONE;
        TABLE.remove(ONE);
    }

    @Actor
    public void anotherThread(ZZZZ_Result result) {
        TABLE.put(OTHER);
        result.r2 = TABLE.find(OTHER.thread) == OTHER;
        TABLE.remove(OTHER);
    }

    @Arbiter
    public void afterwards(ZZZZ_Result result) {
        result.r3 = TABLE.find(ONE.thread) == null && TABLE.find(OTHER.thread) == null;
        result.r4 = TABLE.slots[ThreadTable.slotOf(ONE.thread)] == null;
    }
}
