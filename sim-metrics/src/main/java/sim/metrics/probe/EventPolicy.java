package sim.metrics.probe;

import sim.base.config.Option;
import sim.base.config.Options;

/** Which single calls are kept: {@code sim.events} and {@code sim.events.slow}, decided once. */
final class EventPolicy {
    /** Calls of at least this many ns are kept. */
    final long slowNanos;
    private final boolean errors;

    EventPolicy(Options options) {
        String policy = options.text(Option.EVENTS);
        this.slowNanos = policy.equals("all")
                ? 0
                : policy.equals("slow") ? options.duration(Option.EVENTS_SLOW).toNanos() : Long.MAX_VALUE;
        this.errors = !policy.equals("none");
    }

    /** Whether every call is kept, so that each must be timed. */
    boolean keepsAll() {
        return slowNanos == 0;
    }

    boolean keeps(long wallNanos, boolean error) {
        return wallNanos >= slowNanos || error && errors;
    }
}
