package sim.base.event;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZ_Result;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.InvocationPacker;
import sim.model.snapshot.Invocations;

/**
 * {@link InvocationRing}: the tail is stored with release after the slot is filled, the head after it is emptied. Either
 * of them stored early fails on any hardware; stored in place but plainly it was not seen to fail on x86.
 */
@JCStressTest
@Description("Kept calls arrive once, whole and in their order; the ring wraps and grows, and what found it full is counted.")
@Outcome(id = "6, true", expect = ACCEPTABLE, desc = "Six calls arrived or were counted as dropped.")
@Outcome(expect = FORBIDDEN, desc = "A call is missing, came twice, too early or in pieces.")
@State
public class RingKeepsOrder {
    private static final int FIRST = 2;
    private static final int MOST = 4;
    private static final String[] THREADS = {"a", "b", "c"};

    private final InvocationRing ring = new InvocationRing(FIRST, MOST, new AtomicLong(1_000), 1, 1);
    private final InvocationPacker arrived = new InvocationPacker();

    @Actor
    public void thread() {
        for (int i = 1; i <= 6; i++) {
            ring.offer(i, 0, i, THREADS[i % 3], 1, new long[]{i}, i % 2 == 0, i % 2 == 0 ? "exception" : null);
        }
    }

    @Actor
    public void collector() {
        ring.drain(arrived);
        ring.drain(arrived);
        ring.drain(arrived);
    }

    @Arbiter
    public void lastDrain(IZ_Result result) {
        ring.drain(arrived);
        Invocations calls = arrived.take();
        result.r1 = calls.size() + (int) ring.dropped();
        result.r2 = true;
        int before = 0;
        for (Invocation call : calls) {
            result.r2 &= call.node() > before && isWhole(call);
            before = call.node();
        }
    }

    private static boolean isWhole(Invocation call) {
        return call.context() == call.node() && call.present() == 1 && call.readings()[0] == call.node()
                && call.error() == (call.node() % 2 == 0) && call.thread() == THREADS[call.node() % 3]
                && (call.exception() != null) == call.error();
    }
}
