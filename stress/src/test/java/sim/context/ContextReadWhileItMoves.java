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
import org.openjdk.jcstress.infra.results.ZJJ_Result;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.TreeRow;

/**
 * {@link Context#record} beside the thread that works in it: the table of places grows at the fifth. Fails on any hardware
 * when a closing scope is counted twice or in neither place.
 */
@JCStressTest
@Description("What is shipped of a context that works never exceeds its work or shrinks; the last record has all.")
@Outcome(id = "true, 6, 6", expect = ACCEPTABLE, desc = "Records on the way grew from 0 to at most 6 calls; the last has them all.")
@Outcome(expect = FORBIDDEN, desc = "A record shrank or had too much, or the last one too little.")
@State
public class ContextReadWhileItMoves {
    private final ContextRegistry registry = new ContextRegistry(10, 10, 100, 10);
    private final Context context = registry.create(null, "work", "");
    private final List<ContextRecord> shipped = new ArrayList<>();

    @Actor
    public void thread() {
        Scope scope = Scope.open(context, null, null, true);
        for (int node = 1; node <= 6; node++) {
            ContextKeepsSums.call(scope, node);
        }
        scope.close();
        registry.end(context, null);
    }

    @Actor
    public void collector() {
        registry.drain(shipped);
        registry.drain(shipped);
    }

    @Arbiter
    public void lastDrain(ZJJ_Result result) {
        registry.drain(shipped);
        result.r1 = true;
        long calls = 0;
        for (ContextRecord record : shipped) {
            result.r1 &= record.calls() >= calls && record.calls() <= 6 && atPlaces(record) <= 6;
            calls = record.calls();
        }
        ContextRecord last = shipped.get(shipped.size() - 1);
        result.r2 = last.calls();
        result.r3 = atPlaces(last);
    }

    private static long atPlaces(ContextRecord record) {
        return record.rows().stream().mapToLong(TreeRow::count).sum();
    }
}
