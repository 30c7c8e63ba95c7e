package sim.metrics.probe;

import java.util.Arrays;
import sim.metrics.name.Name;
import sim.metrics.name.Names;
import sim.metrics.snapshot.Meter;
import sim.metrics.tree.CallTree;
import sim.metrics.tree.Node;
import sim.metrics.tree.Tally;

/**
 * What metering itself takes of an empty call: {@code inside} what the call is seen to take, {@code outside} what its
 * caller takes beside it. Both are left out of self times, so that a method that does little, called often, does not look
 * dear for being metered; totals stay what has elapsed. Measured with the meters that are read, on the collector's thread,
 * with numbers nobody sees, and again every 5 s, for a machine that others keep busy is another one: the first time
 * 100,000 calls, 8 ms with wall time alone and 60 ms with all measures, later 5,000. The median of batches of 1,000 counts.
 */
final class Calibration {
    private static final int FIRST_BATCHES = 100;
    private static final int BATCHES = 5;
    private static final int CALLS = 1_000;
    private static final Meter[] COMPENSATED = {Meter.WALL, Meter.CPU};

    private final ThreadContext context;
    private final ProbeSite caller;
    private final ProbeSite called;
    private final Tally callers;
    private final Tally calleds;
    private boolean measured;

    Calibration(Threads threads) {
        Names names = new Names(16);
        Node root = new CallTree(16, names).root();
        this.context = new ThreadContext(Thread.currentThread(), false, threads, root);
        context.sampleAt = Long.MAX_VALUE;
        this.caller = site(names.parse("calibration.caller"), threads);
        this.called = site(names.parse("calibration.called"), threads);
        Node place = root.child(caller.name());
        this.callers = context.own.ledger.tallyAnyhow(place);
        this.calleds = context.own.ledger.tallyAnyhow(place.child(called.name()));
    }

    /** Fills in both, in the unit of each meter. */
    void measure(long[] inside, long[] outside) {
        int batches = measured ? BATCHES : FIRST_BATCHES;
        measured = true;
        long[][] in = new long[COMPENSATED.length][batches];
        long[][] out = new long[COMPENSATED.length][batches];
        for (int batch = 0; batch < batches; batch++) {
            for (int i = 0; i < COMPENSATED.length; i++) {
                in[i][batch] = -calleds.total(COMPENSATED[i].ordinal());
                out[i][batch] = -beside(COMPENSATED[i].ordinal());
            }
            calls();
            for (int i = 0; i < COMPENSATED.length; i++) {
                in[i][batch] += calleds.total(COMPENSATED[i].ordinal());
                out[i][batch] += beside(COMPENSATED[i].ordinal());
            }
        }
        for (int i = 0; i < COMPENSATED.length; i++) {
            inside[COMPENSATED[i].ordinal()] = median(in[i]) / CALLS;
            outside[COMPENSATED[i].ordinal()] = median(out[i]) / CALLS;
        }
        split(inside);
        split(outside);
    }

    /** What the caller took beside its calls: from totals, which nothing is left out of. */
    private long beside(int meter) {
        return callers.total(meter) - calleds.total(meter);
    }

    private static long median(long[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }

    /** User and system time by their shares. */
    private void split(long[] cost) {
        long all = calleds.total(Meter.CPU.ordinal());
        long cpu = cost[Meter.CPU.ordinal()];
        long inSystem = all == 0 ? 0 : cpu * calleds.total(Meter.CPU_SYSTEM.ordinal()) / all;
        cost[Meter.CPU_SYSTEM.ordinal()] = inSystem;
        cost[Meter.CPU_USER.ordinal()] = cpu - inSystem;
    }

    private void calls() {
        Frame begun = context.begin(caller, 0);
        for (int i = 0; i < CALLS; i++) {
            context.end(called, 0, context.begin(called, 0), null);
        }
        context.end(caller, 0, begun, null);
    }

    private static ProbeSite site(Name name, Threads threads) {
        return new ProbeSite(name, threads, threads.hotspot.unjudged(name));
    }
}
