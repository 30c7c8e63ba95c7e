package sim.model.snapshot;

/**
 * A context's stay on one thread: the thread that created it, or one to which it was handed over.
 *
 * @param thread the thread's name; threads past a bound share the name {@code [others]}
 * @param startMicros when it was first current there, microseconds since the epoch
 * @param endMicros when it was last current there; 0 while it is
 * @param times how often it was current there
 */
public record Stay(String thread, long startMicros, long endMicros, long times) {}
