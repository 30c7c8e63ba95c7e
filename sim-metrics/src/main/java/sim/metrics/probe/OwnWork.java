package sim.metrics.probe;

/**
 * SIM at work on a thread of the application, inside a metered call maybe: from its making to its end nothing is metered on
 * the thread, and what it takes is left out of the self times of the call it is in. Some hundred ns and bytes: for
 * what is seldom. Touched by its thread alone.
 */
final class OwnWork {
    private final ThreadContext context;
    private final boolean extended;
    private final boolean asking;
    private final long[] before;
    private final long tick;

    OwnWork(ThreadContext context) {
        this.context = context;
        this.extended = context.extended;
        this.asking = context.asking;
        this.before = new long[context.plan.width];
        this.tick = context.readings.begin(before);
        context.chargeReadings();
        context.asking = true;
        context.extended = true;
    }

    /** Has it loaded before its loading could need it. */
    static void load() {}

    void end() {
        context.extended = extended;
        context.asking = asking;
        context.disown(tick, before);
    }
}
