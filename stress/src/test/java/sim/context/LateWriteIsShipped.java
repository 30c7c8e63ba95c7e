package sim.context;

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
import org.openjdk.jcstress.infra.results.LL_Result;
import sim.model.snapshot.ContextRecord;

/**
 * {@link ContextRegistry#changed}: a context waits in the queue once, and the mark is taken off before it is read. Fails
 * on any hardware when it is taken off after.
 */
@JCStressTest
@Description("What is written into a context while it ends, or after, is in the last record that is shipped of it.")
@Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "Both values were shipped.")
@Outcome(expect = FORBIDDEN, desc = "The last record is older than the last value.")
@State
public class LateWriteIsShipped {
    private final ContextRegistry registry = new ContextRegistry(10, 10, 100, 10);
    private final Context context = registry.create(null, "work", "");
    private final List<ContextRecord> shipped = new ArrayList<>();

    @Actor
    public void thread() {
        context.put("a", 1);
        context.put("b", 2);
    }

    @Actor
    public void creatorAndCollector() {
        registry.end(context, null);
        registry.drain(shipped);
        registry.drain(shipped);
    }

    @Arbiter
    public void lastDrain(LL_Result result) {
        registry.drain(shipped);
        ContextRecord last = shipped.get(shipped.size() - 1);
        result.r1 = last.values().get("a");
        result.r2 = last.values().get("b");
    }
}
