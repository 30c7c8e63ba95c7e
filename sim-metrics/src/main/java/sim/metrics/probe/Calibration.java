package sim.metrics.probe;

import java.util.Arrays;
import sim.base.name.Name;
import sim.base.name.Names;
import sim.metrics.hotspot.Hotspot;
import sim.metrics.hotspot.Prices;
import sim.metrics.hotspot.Scorecard;
import sim.metrics.tree.CallTree;
import sim.metrics.tree.Node;
import sim.metrics.tree.Tally;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.Meter;

/**
 * Measures the cost of metering an empty call: {@code inside} is the part in the call's own reading, {@code outside} the part in its
 * caller's. Both are left out of self times, so that a short method that is called often does not look expensive only because it is
 * metered. Totals stay what has elapsed. The cost is the same in CPU time, because a probe uses the CPU while it runs. Slow readings,
 * which not every call makes, are left out where they are made ({@code Readings.spent}), and so are not part of this cost.
 *
 *
 * <p>It is measured on the collector's thread with the meters that are read, and nobody sees these calls. It is measured again every 5 s,
 * because a machine gets slower when others use it. The first time takes 135,000 calls, later ones 11,000. The result is the median of batches of 1,000.
 */
final class Calibration {
    private static final int FIRST_BATCHES = 100;
    private static final int BATCHES = 5;
    private static final int FEWEST = 3;
    private static final int CALLS = 1_000;
    private static final int WALL = Meter.WALL.ordinal();
    /** Of a name of which nearly all calls are left out. */
    private static final int LEAVES_OUT = (1 << 20) - 1 << Scorecard.GROUPS | MeasureGroup.TIME.bit();
    /** The meters of which a probe uses as much as of wall time. */
    private static final int TIMES = Meter.WALL.bit() | Meter.CPU.bit() | Meter.CPU_USER.bit();

    private final Threads threads;
    private final ThreadContext context;
    private final ProbeSite caller;
    private final Node callers;
    private final Tally callersTally;
    private final Called all;
    private final Called quick;
    private final Called leftOut;
    private boolean measured;

    Calibration(Threads threads) {
        this.threads = threads;
        Names names = new Names(16);
        Node root = new CallTree(16, names).root();
        this.context = new ThreadContext(Thread.currentThread(), false, threads, root);
        context.sampleAt = Long.MAX_VALUE;
        this.caller = threads.sites.unjudged(names.parse("calibration.caller"));
        this.callers = root.child(caller.name());
        this.callersTally = context.own.ledger.tallyAnyhow(callers);
        this.all = new Called(names.parse("calibration.all"), MeasureGroup.EVERY, threads.cost);
        this.quick = new Called(names.parse("calibration.quick"), MeasureGroup.TIME.bit(), threads.quickCost);
        this.leftOut = new Called(names.parse("calibration.left.out"), LEAVES_OUT, threads.leftOutCost);
    }

    /** Measures the cost. From now on it is left out of self times, and is the cost of a probe by which names are judged. */
    void measure() {
        int batches = measured ? BATCHES : FIRST_BATCHES;
        measured = true;
        all.measure(batches);
        quick.measure(Math.max(FEWEST, batches / 4));
        leftOut.measure(Math.max(FEWEST, batches / 10));
        threads.leastLeftOut = Prices.least(threads.leastLeftOut, threads.leftOutCost.price());
        Hotspot hotspot = threads.sites.hotspot;
        hotspot.probeTakes((TIMES & 1 << hotspot.meter()) == 0 ? 0 : threads.cost.price());
        hotspot.quickTakes(threads.quickCost.price());
    }

    /** A name that is called, of which as much is read as its level says. */
    private final class Called {
        private final ProbeSite site;
        private final Tally tally;
        private final ProbeCost cost;

        Called(Name name, int reading, ProbeCost cost) {
            this.site = threads.sites.unjudged(name);
            this.tally = context.own.ledger.tallyAnyhow(callers.child(name));
            this.cost = cost;
            site.card().read(reading);
        }

        void measure(int batches) {
            long[] inside = new long[batches];
            long[] outside = new long[batches];
            for (int batch = 0; batch < batches; batch++) {
                inside[batch] = -tally.total(WALL);
                outside[batch] = -beside();
                calls(site);
                inside[batch] += tally.total(WALL);
                outside[batch] += beside();
            }
            cost.inside = median(inside) / CALLS;
            cost.outside = median(outside) / CALLS;
        }

        /** What the caller took in addition to these calls and slow readings. Computed from totals, from which nothing is left out. */
        private long beside() {
            return callersTally.total(WALL) - tally.total(WALL) - context.readings.slowOutside();
        }
    }

    private static long median(long[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }

    private void calls(ProbeSite called) {
        Frame begun = context.begin(caller, 0);
        for (int i = 0; i < CALLS; i++) {
            context.end(called, 0, context.begin(called, 0), null);
        }
        context.end(caller, 0, begun, null);
    }
}
