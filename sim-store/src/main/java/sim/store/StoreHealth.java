package sim.store;

/**
 * Whether the store can store.
 *
 * @param canStore whether the last transaction, or the last trial of a store that failed, was committed
 * @param lastError what failed last, in one line; null if nothing ever did
 * @param sinceMicros since when {@code canStore} is as it is, microseconds since the epoch by the server's clock
 */
public record StoreHealth(boolean canStore, String lastError, long sinceMicros) {}
