package sim.server.store;

import java.sql.Connection;
import java.sql.SQLException;
import sim.collector.wire.Batch;
import sim.collector.wire.Hello;

/** Where batches are kept. Any thread; writers take turns, queries see whole batches only. */
public interface Store extends AutoCloseable {
    /** Notes that an instance said hello and tells what is known of it. */
    Known open(Hello hello);

    /**
     * Keeps a batch, durably when this returns. A sequence that is not after the last one of the instance is there
     * already and is left out. Returns whether it was new.
     */
    boolean append(String instance, Batch batch);

    /** Runs a query on a connection of its own. */
    <T> T query(Query<T> query);

    /** Bytes in use. */
    long bytes();

    /** Batches kept since the store was opened. */
    long batches();

    /** Removes what ended before a time; returns the rows removed. */
    long removeOlderThan(long micros);

    /**
     * Removes the oldest so that the store does not grow beyond that size; returns the rows removed. Less is removed
     * while queries run: call it again later.
     */
    long shrinkTo(long maxBytes);

    @Override
    void close();

    /** What to ask. */
    interface Query<T> {
        T run(Connection connection) throws SQLException;
    }
}
