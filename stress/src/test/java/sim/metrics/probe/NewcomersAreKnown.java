package sim.metrics.probe;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIZ_Result;

/**
 * {@link Roster#enter}: threads enter without a lock while the collector takes the chain of those that did. Fails on any
 * hardware when the chain is taken by a read and a plain write of null, or a newcomer links itself after it can be seen.
 */
@JCStressTest
@Description("Threads that enter beside each other and beside the collector's visit are all visited from then on, each once.")
@Outcome(id = "1, 1, true", expect = ACCEPTABLE, desc = "The last visit has both, and the one under way had no more than had entered.")
@Outcome(expect = FORBIDDEN, desc = "A thread was lost or is visited twice.")
@State
public class NewcomersAreKnown {
    private static final Thread FIRST = Threaded.start();
    private static final Thread SECOND = Threaded.start();

    private final Roster<ThreadContext> roster = new Roster<>();
    private final ThreadContext first = Threaded.context(FIRST);
    private final ThreadContext second = Threaded.context(SECOND);
    private boolean right = true;

    @Actor
    public void oneThread() {
        roster.enter(first);
    }

    /** Enters as another thread would, and then visits: with three actors the test would not run on two processors. */
    @Actor
    public void anotherThreadAndTheCollector() {
        roster.enter(second);
        int[] visits = new int[2];
        roster.visit(context -> visits[context == first ? 0 : 1]++);
        right = visits[0] <= 1 && visits[1] == 1;
    }

    @Arbiter
    public void lastVisit(IIZ_Result result) {
        int[] visits = new int[2];
        roster.visit(context -> visits[context == first ? 0 : 1]++);
        result.r1 = visits[0];
        result.r2 = visits[1];
        result.r3 = right;
    }
}
