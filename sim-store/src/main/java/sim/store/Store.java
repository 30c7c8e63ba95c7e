package sim.store;

import java.net.InetAddress;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import sim.wire.Batch;
import sim.wire.Hello;

/**
 * Stores batches. Any thread may write; batches are committed in groups. Readers use {@code Answers}, which see only whole
 * batches.
 */
public interface Store extends AutoCloseable {
    /** What {@link #upkeep} returns where it left its work, or some of it, for when the database is open again. */
    long NOT_DONE = -1;

    /**
     * Notes that an instance said hello and tells what is known of it. The first hello of an instance settles its secret,
     * whoever else says hello in the same instant.
     *
     * @return null if the instance has another secret, or is one of another application
     */
    Known open(Hello hello);

    /** A collector on a host said what time it is there, microseconds since the epoch; 0 where it did not. Any thread. */
    void heard(InetAddress host, long sentMicros);

    /**
     * Keeps a batch, durably when this returns, and says what became of it.
     *
     * @throws StoreException when the store cannot store now; the batch may be sent again
     */
    Appended append(String instance, Batch batch);

    /** Bytes in use. */
    long bytes();

    /** Bytes the store's disk has left; empty if that cannot be told. Waits for nothing. */
    OptionalLong freeBytes();

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

    /** How the store keeps up with its roll-ups, and what it removed. Waits for nothing. */
    StoreProgress progress();

    /**
     * Says how long what is kept, and how large the store may grow. It holds at once for what is read, and for what is removed
     * from the next {@link #upkeep} on.
     */
    void keep(Keep policy, long maxBytes);

    /**
     * One round of what keeps the store small and quick to ask; to be called every few seconds, by one thread. Returns the
     * rows removed, or {@link #NOT_DONE}. Instances that said hello a quarter of an hour ago and nothing since go; those that
     * may be connected stay.
     */
    long upkeep();

    /**
     * Removes all of an application, for good. It may take minutes; ingestion and questions go on.
     *
     * @throws StoreException if instances of it may be connected: they would bring it back
     */
    StoreProgress.Removal forget(String application);

    /** The applications that were forgotten, and of which something may still be kept beside the store: see {@link #goneBeside}. */
    List<String> forgotten();

    /** Nothing is kept of forgotten applications beside the store any more. */
    void goneBeside(Collection<String> applications);

    /** Removes the contexts with a value, as {@link ContextValue} says, and those inside them, for good; what came of them meanwhile as well. */
    StoreProgress.Removal forget(String key, String value);

    @Override
    void close();
}
