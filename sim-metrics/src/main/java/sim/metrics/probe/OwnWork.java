package sim.metrics.probe;

import sim.base.meter.Clock;
import sim.metrics.feature.Pause;

/**
 * SIM's own work on a thread of the application, perhaps inside a metered call. From the constructor to {@link #end} nothing is metered
 * on the thread, and the time is left out of the self times of the call around it. Takes a few hundred ns and bytes, so it is for rare
 * work. Only its thread uses it.
 */
final class OwnWork implements Pause {
    /** Null for a thread whose calls are light. */
    private final ThreadContext context;
    /** That thread's innermost call; otherwise null. */
    private final LightCall call;
    private final Gate gate;
    /** Whether it is a part of other such work, which leaves its time out as well: once is enough. */
    private final boolean isPart;
    private final long[] before;
    private final long tick;

    OwnWork(ThreadContext context) {
        this.context = context;
        this.call = null;
        this.isPart = context.isOwnWork;
        this.before = new long[context.threads.plan.width]; // first: if there is no memory, nothing has begun
        context.isOwnWork = true;
        this.tick = context.readings.beginOwn(before, context.innermost());
        this.gate = context.close();
    }

    /** The same on a thread whose calls are light: of the meters, the time alone is left out. */
    OwnWork(LightCall innermost) {
        this.context = null;
        this.call = innermost;
        this.gate = null;
        this.before = null;
        this.isPart = innermost.isEnding;
        innermost.isEnding = true;
        this.tick = Clock.ticks();
    }

    /** Does nothing. Calling it loads the class early, because loading classes uses this class. */
    static void load() {}

    @Override
    public long end() {
        if (call != null) {
            if (call.thread != Thread.currentThread()) {
                return 0; // the application's code has ended it meanwhile
            }
            call.isEnding = isPart;
            return isPart ? 0 : call.disown(tick);
        }
        context.gate = gate;
        context.isOwnWork = isPart;
        long took = isPart ? 0 : context.readings.disown(tick, before, context.innermost());
        return context.depth == 0 ? 0 : took;
    }
}
