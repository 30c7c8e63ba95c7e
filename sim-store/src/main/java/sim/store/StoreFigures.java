package sim.store;

/**
 * The store's own measures since it was opened.
 *
 * @param batches batches stored
 * @param already batches left out because they were stored before
 * @param unknown batches of instances the store does not know
 * @param quarantined batches kept as files because they cannot be stored
 * @param quarantineFiles those files now
 * @param quarantineBytes their bytes now
 * @param quarantineRemoved files removed because there were too many
 * @param commits transactions committed
 * @param failures transactions that could not be committed
 * @param reopenings how often the database was opened again after it failed
 * @param waiting batches that wait to be stored now
 * @param commitNanos time spent in committed transactions, ns; their mean is this by {@code commits}
 * @param longestWaitNanos the longest a batch waited for its answer within the last one to two minutes, ns
 */
public record StoreFigures(long batches, long already, long unknown, long quarantined, int quarantineFiles,
        long quarantineBytes, long quarantineRemoved, long commits, long failures, long reopenings, int waiting,
        long commitNanos, long longestWaitNanos) {}
