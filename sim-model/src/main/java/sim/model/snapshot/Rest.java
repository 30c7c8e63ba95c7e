package sim.model.snapshot;

/**
 * Calls in a context at places that are not sent with it. The context's own sums and those of its kind include them.
 *
 * @param calls how many
 * @param errors how many of those failed
 * @param selfNanos their self time, wall clock
 * @param places at how many places, each counted once for each stay that found no room for it; 0 if that is not known
 */
public record Rest(long calls, long errors, long selfNanos, long places) {}
