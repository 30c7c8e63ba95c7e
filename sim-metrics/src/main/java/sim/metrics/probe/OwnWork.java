package sim.metrics.probe;

/**
 * SIM at work on a thread of the application, inside a metered call maybe: from its making to its end nothing is metered on
 * the thread, and what it takes is left out of the self times of the call it is in. Some hundred ns and bytes: for
 * what is seldom. Touched by its thread alone.
 */
final class OwnWork {
    private final ThreadContext context;
    private final Gate gate;
    private final long[] before;
    private final long tick;

    OwnWork(ThreadContext context) {
        this.context = context;
        this.before = new long[context.threads.plan.width];
        this.tick = context.readings.beginOwn(before, context.innermost());
        this.gate = context.close();
    }

    /** Has it loaded before its loading could need it. */
    static void load() {}

    void end() {
        context.gate = gate;
        context.readings.disown(tick, before, context.innermost());
    }
}
