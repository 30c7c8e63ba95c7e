package sim.base.event;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.ArrayList;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIZ_Result;

/** {@link Bounded}: its bound is a count beside the queue. Fails on any hardware when that count is not atomic. */
@JCStressTest
@Description("What is offered to a bounded queue arrives once or is counted as dropped, and the room comes back.")
@Outcome(id = "1, 3, true", expect = ACCEPTABLE, desc = "Room for one.")
@Outcome(id = "2, 2, true", expect = ACCEPTABLE, desc = "The drain made room.")
@Outcome(id = "3, 1, true", expect = ACCEPTABLE, desc = "Both drains made room.")
@Outcome(id = "4, 0, true", expect = ACCEPTABLE, desc = "Each drain came between the offers.")
@Outcome(expect = FORBIDDEN, desc = "Lost without being counted, taken twice, or there is other room than for one.")
@State
public class QueueCountsDrops {
    private final Bounded<Integer> queue = new Bounded<>(1);
    private final List<Integer> arrived = new ArrayList<>();

    @Actor
    public void thread() {
        queue.offer(1);
        queue.offer(2);
    }

    /** Offers too, for a drain may race with an offer that is being refused. */
    @Actor
    public void collector() {
        queue.offer(3);
        queue.drain(arrived);
        queue.offer(4);
        queue.drain(arrived);
    }

    @Arbiter
    public void lastDrain(IIZ_Result result) {
        queue.drain(arrived);
        result.r1 = arrived.size();
        result.r2 = (int) queue.dropped();
        result.r3 = queue.offer(5) && !queue.offer(6);
    }
}
