package sim.metrics.probe;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/**
 * {@link ThreadTable#removeDead}: the collector looks for threads that died without leaving, while a context goes from one
 * thread to the next through the pool, and so through one slot. Not seen here, for a thread cannot be made to die between
 * two reads: a context whose former thread dies just then.
 */
@JCStressTest
@Description("The collector forgets the dead and nobody else, whoever has the context meanwhile.")
@Outcome(id = "true, true, 0", expect = ACCEPTABLE, desc = "Both found their context; the collector retired none.")
@Outcome(expect = FORBIDDEN, desc = "A living thread's context was taken away.")
@State
public class LivingThreadStays {
    private static final Thread FIRST = Threaded.start();
    private static final Thread SECOND = Threaded.start();
    private static final ThreadContext CONTEXT = Threaded.context(FIRST);
    private static final ThreadTable TABLE = new ThreadTable();

    @Actor
    public void threads(ZZI_Result result) {
        result.r1 = true;
        result.r2 = true;
        for (int i = 0; i < 100; i++) {
            result.r1 &= enterAndLeave(FIRST);
            result.r2 &= enterAndLeave(SECOND);
        }
    }

    @Actor
    public void collector(ZZI_Result result) {
        int[] retired = {0};
        TABLE.removeDead(context -> true, context -> retired[0]++);
        result.r3 = retired[0];
    }

    private static boolean enterAndLeave(Thread thread) {
        CONTEXT.thread = thread;
        TABLE.put(CONTEXT);
        boolean found = TABLE.find(thread) == CONTEXT;
        TABLE.remove(CONTEXT);
        CONTEXT.thread = null;
        return found;
    }
}
