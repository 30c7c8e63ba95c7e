package sim.store;

/**
 * Whether the store can store.
 *
 * @param canStore whether the last transaction, or the last trial of a store that failed, was committed; after one that found no room on the disk,
 *        whether there is clearly more of it again
 * @param lastError while it cannot, what failed last, in one line; otherwise why its upkeep fails, or leaves it too large, what a damaged store had lost when it
 *        was opened, and which segments it found there that are not its own, or null
 * @param sinceMicros since when {@code canStore} is as it is, microseconds since the epoch by the server's clock
 */
public record StoreHealth(boolean canStore, String lastError, long sinceMicros) {}
