package sim.context;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJJ_Result;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.TreeRow;

/**
 * {@link Scope} and {@link PlaceTable}: sums that are the thread's own until the scope closes, read by the collector while
 * they move. Fails on any hardware when a scope is not taken out and taken over in one step.
 */
@JCStressTest
@Description("Two threads' work in one context, and a call that ends after its scope: exact when both have left.")
@Outcome(id = "4, 40, 4, 40", expect = ACCEPTABLE, desc = "Two calls each: by the context's own sums, and by place.")
@Outcome(expect = FORBIDDEN, desc = "Work was lost or taken over twice.")
@State
public class ContextKeepsSums {
    private static final int[] WALL = {0};

    private final ContextRegistry registry = new ContextRegistry(10, 10, 100, 10);
    private final Context context = registry.create(null, "work", "");

    @Actor
    public void oneThread() {
        Scope scope = Scope.open(context, null, null, false);
        call(scope, 1);
        call(scope, 2);
        scope.close();
    }

    @Actor
    public void anotherThread() {
        Scope scope = Scope.open(context, null, null, false);
        call(scope, 2);
        scope.close();
        call(scope, 1);
        scope.handInLate();
    }

    @Arbiter
    public void look(JJJJ_Result result) {
        ContextRecord record = context.record();
        result.r1 = record.calls();
        result.r2 = record.totals()[0];
        for (TreeRow row : record.rows()) {
            result.r3 += row.count();
            result.r4 += row.total()[0];
        }
    }

    static void call(Scope scope, int node) {
        long[] deltas = new long[Meter.COUNT];
        deltas[0] = 10;
        scope.add(WALL, 1, deltas, false);
        scope.addAt(node, 0, WALL, 1, deltas, new long[Meter.COUNT], false);
    }
}
