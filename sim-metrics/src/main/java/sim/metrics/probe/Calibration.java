package sim.metrics.probe;

import java.util.Arrays;
import sim.metrics.hotspot.Hotspot;
import sim.metrics.name.Names;
import sim.metrics.snapshot.Meter;
import sim.metrics.tree.CallTree;
import sim.metrics.tree.Node;
import sim.metrics.tree.Tally;

/**
 * What metering itself takes of an empty call: {@code inside} what the call is seen to take, {@code outside} what its
 * caller takes beside it. Both are left out of self times, so that a method that does little, called often, does not look
 * dear for being metered; totals stay what has elapsed. It is the same of CPU time, for a probe runs while it takes it; what
 * dear readings take, that not every call makes, is left out where they are made ({@code Readings.spent}), and so here.
 * Measured with the meters that are read, on the collector's thread, with numbers nobody sees, and again every 5 s, for a
 * machine that others keep busy is another one: the first time 100,000 calls, 8 ms with wall time alone and 15 ms with all
 * measures, later 5,000. The median of batches of 1,000 counts.
 */
final class Calibration {
    private static final int FIRST_BATCHES = 100;
    private static final int BATCHES = 5;
    private static final int CALLS = 1_000;
    private static final int WALL = Meter.WALL.ordinal();
    /** What a probe takes of wall time it takes of these too. */
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

    /** Measures it: from now on it is left out, and taken for what a probe takes where names are judged. */
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

    /** What the caller took beside its calls and dear readings: from totals, which nothing is left out of. */
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
