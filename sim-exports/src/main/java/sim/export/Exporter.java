package sim.export;

import java.util.Map;
import java.util.function.Predicate;
import sim.wire.Batch;
import sim.wire.Hello;

/** Is told of what was stored, on the thread of the collector that waits for its acknowledgement: it returns at once. Any thread. */
public interface Exporter extends AutoCloseable {
    /** An instance said hello. */
    void opened(Hello hello);

    /** A batch was stored; the totals have it. */
    void stored(String instance, Batch batch);

    /** An application was removed from the store: what waits of it is not sent. */
    void forget(String application);

    /** Contexts with such a value under a key were removed from the store: what waits of them is not sent, nor of their traces. */
    void forget(String key, Predicate<String> value);

    /** Its own measures, for {@code /api/v1/server}. */
    Map<String, Object> figures();

    /** Sends what waits, for a moment. */
    @Override
    void close();
}
