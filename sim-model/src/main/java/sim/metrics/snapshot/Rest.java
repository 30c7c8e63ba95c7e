package sim.metrics.snapshot;

/**
 * Calls in a context that are at none of the places it is sent with: its own sums and those of its kind have them.
 *
 * @param calls how many
 * @param errors how many of those failed
 * @param selfNanos what they took of their own, wall time
 */
public record Rest(long calls, long errors, long selfNanos) {}
