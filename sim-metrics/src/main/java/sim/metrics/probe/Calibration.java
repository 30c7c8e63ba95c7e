package sim.metrics.probe;

import sim.metrics.meter.Meter;
import sim.metrics.name.Name;
import sim.metrics.name.Names;
import sim.metrics.tree.CallTree;
import sim.metrics.tree.Node;
import sim.metrics.tree.Tally;

/**
 * What metering itself takes of an empty call: {@code inside} what the call is seen to take, {@code outside} what its
 * caller takes beside it. Both are left out of self times, so that a method that does little, called often, does not look
 * dear for being metered; totals stay what has elapsed. Measured once on this machine with the meters that are read, on
 * the collector's thread, with numbers nobody sees; the cheapest of many batches, so rather too little than too much.
 * 100,000 calls: 8 ms with wall time alone, 60 ms with all measures.
 */
final class Calibration {
    private static final int BATCHES = 100;
    private static final int CALLS = 1_000;
    private static final Meter[] COMPENSATED = {Meter.WALL, Meter.CPU};

    private final ThreadContext context;
    private final ProbeSite caller;
    private final ProbeSite called;
    private final Tally callers;
    private final Tally calleds;

    Calibration(Threads threads) {
        Names names = new Names(16);
        Node root = new CallTree(16, names).root();
        this.context = new ThreadContext(Thread.currentThread(), false, threads, root);
        this.caller = site(names.parse("calibration.caller"), threads);
        this.called = site(names.parse("calibration.called"), threads);
        Node place = root.child(caller.name());
        this.callers = context.own.ledger.tally(place);
        this.calleds = context.own.ledger.tally(place.child(called.name()));
    }

    /** Fills in both, in the unit of each meter. */
    void measure(long[] inside, long[] outside) {
        long[] in = new long[COMPENSATED.length];
        long[] out = new long[COMPENSATED.length];
        for (int batch = 0; batch < BATCHES; batch++) {
            long[] total = new long[COMPENSATED.length];
            long[] self = new long[COMPENSATED.length];
            for (int i = 0; i < COMPENSATED.length; i++) {
                total[i] = calleds.total(COMPENSATED[i].ordinal());
                self[i] = callers.self(COMPENSATED[i].ordinal());
            }
            calls();
            for (int i = 0; i < COMPENSATED.length; i++) {
                long took = (calleds.total(COMPENSATED[i].ordinal()) - total[i]) / CALLS;
                long beside = (callers.self(COMPENSATED[i].ordinal()) - self[i]) / CALLS;
                in[i] = batch == 0 ? took : Math.min(in[i], took);
                out[i] = batch == 0 ? beside : Math.min(out[i], beside);
            }
        }
        for (int i = 0; i < COMPENSATED.length; i++) {
            inside[COMPENSATED[i].ordinal()] = in[i];
            outside[COMPENSATED[i].ordinal()] = out[i];
        }
        split(inside);
        split(outside);
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
        context.begin(caller, 0);
        for (int i = 0; i < CALLS; i++) {
            context.begin(called, 0);
            context.end(called, 0, null);
        }
        context.end(caller, 0, null);
    }

    private static ProbeSite site(Name name, Threads threads) {
        return new ProbeSite(name, threads, threads.hotspot.unjudged(name));
    }
}
