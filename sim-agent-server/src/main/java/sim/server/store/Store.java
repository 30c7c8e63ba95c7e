package sim.server.store;

import sim.collector.wire.Batch;
import sim.collector.wire.Hello;

/**
 * Stores batches. Any thread may write; batches are committed in groups. Readers use {@code Answers}, which see only whole
 * batches.
 */
public interface Store extends AutoCloseable {
    /**
     * Notes that an instance said hello and tells what is known of it. The first hello of an instance settles its secret,
     * whoever else says hello in the same instant.
     *
     * @return null if the instance has another secret
     */
    Known open(Hello hello);

    /**
     * Keeps a batch, durably when this returns, and says what became of it.
     *
     * @throws StoreException when the store cannot store now; the batch may be sent again
     */
    Appended append(String instance, Batch batch);

    /** Bytes in use. */
    long bytes();

    /** Bytes the store's disk has left. Waits for nothing. */
    long freeBytes();

    /** Batches kept since the store was opened. */
    default long batches() {
        return figures().batches();
    }

    /** Whether batches can be stored now. Waits for nothing. */
    StoreHealth health();

    /** How long what was handed in and is not stored yet has waited at most; 0 when nothing waits. Waits for nothing. */
    long behindNanos();

    /** The store's own measures. Waits for nothing. */
    StoreFigures figures();

    /**
     * Removes what was received before a time, by the server's clock, and instances that said hello a quarter of an hour ago
     * and nothing since; those that may be connected stay. Returns the rows
     * removed.
     */
    long removeOlderThan(long micros);

    /**
     * Removes the oldest so that the store does not grow beyond that size; returns the rows removed. Less is removed
     * while queries run: call it again later.
     */
    long shrinkTo(long maxBytes);

    @Override
    void close();
}
