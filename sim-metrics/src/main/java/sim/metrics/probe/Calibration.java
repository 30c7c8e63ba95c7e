package sim.metrics.probe;

import java.util.Arrays;
import sim.metrics.hotspot.Hotspot;
import sim.metrics.name.Names;
import sim.metrics.snapshot.Meter;
import sim.metrics.tree.CallTree;
import sim.metrics.tree.Node;
import sim.metrics.tree.Tally;

/**
 * Measures the cost of metering an empty call: {@code inside} is the part in the call's own reading, {@code outside} the part in its
 * caller's. Both are left out of self times, so that a short method that is called often does not look expensive only because it is
 * metered. Totals stay what has elapsed. The cost is the same in CPU time, because a probe uses the CPU while it runs. Slow readings,
 * which not every call makes, are left out where they are made ({@code Readings.spent}), and so are not part of this cost.
 *
 *
 * <p>It is measured on the collector's thread with the meters that are read, and nobody sees these calls. It is measured again every 5 s,
 * because a machine gets slower when others use it. The first time takes 100,000 calls, 8 ms with wall time alone and 15 ms with all
 * measures; later ones take 5,000 calls. The result is the median of batches of 1,000.
 */
final class Calibration {
    private static final int FIRST_BATCHES = 100;
    private static final int BATCHES = 5;
    private static final int CALLS = 1_000;
    private static final int WALL = Meter.WALL.ordinal();
    /** The meters of which a probe uses as much as of wall time. */
    private static final int TIMES = Meter.WALL.bit() | Meter.CPU.bit() | Meter.CPU_USER.bit();

    private final ProbeCost cost;
    private final Hotspot hotspot;
    private final ThreadContext context;
    private final ProbeSite caller;
    private final ProbeSite called;
    private final Tally callers;
    private final Tally calleds;
    private boolean measured;

    Calibration(Threads threads) {
        this.cost = threads.cost;
        this.hotspot = threads.sites.hotspot;
        Names names = new Names(16);
        Node root = new CallTree(16, names).root();
        this.context = new ThreadContext(Thread.currentThread(), false, threads, root);
        context.sampleAt = Long.MAX_VALUE;
        this.caller = threads.sites.unjudged(names.parse("calibration.caller"));
        this.called = threads.sites.unjudged(names.parse("calibration.called"));
        Node place = root.child(caller.name());
        this.callers = context.own.ledger.tallyAnyhow(place);
        this.calleds = context.own.ledger.tallyAnyhow(place.child(called.name()));
    }

    /** Measures the cost. From now on it is left out of self times, and is the cost of a probe by which names are judged. */
    void measure() {
        int batches = measured ? BATCHES : FIRST_BATCHES;
        measured = true;
        long[] inside = new long[batches];
        long[] outside = new long[batches];
        for (int batch = 0; batch < batches; batch++) {
            inside[batch] = -calleds.total(WALL);
            outside[batch] = -beside();
            calls();
            inside[batch] += calleds.total(WALL);
            outside[batch] += beside();
        }
        cost.inside = median(inside) / CALLS;
        cost.outside = median(outside) / CALLS;
        hotspot.probeTakes((TIMES & 1 << hotspot.meter()) == 0 ? 0 : cost.inside + cost.outside);
    }

    /** What the caller took in addition to its calls and slow readings. Computed from totals, from which nothing is left out. */
    private long beside() {
        return callers.total(WALL) - calleds.total(WALL) - context.readings.source.spent();
    }

    private static long median(long[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }

    private void calls() {
        Frame begun = context.begin(caller, 0);
        for (int i = 0; i < CALLS; i++) {
            context.end(called, 0, context.begin(called, 0), null);
        }
        context.end(caller, 0, begun, null);
    }
}
