package sim.server.store;

import java.util.concurrent.CompletableFuture;
import sim.collector.wire.Batch;
import sim.collector.wire.Hello;

/** Something to be committed, and who waits for it: a batch or a hello, the other is null. */
final class Task {
    final String instance;
    final Hello hello;
    final Batch batch;
    final long receivedMicros;
    final long receivedNanos = System.nanoTime();
    final CompletableFuture<Object> answer = new CompletableFuture<>();
    /** Why the batch cannot be stored, or null. */
    String poison;
    /** Whether not even its names and nodes can be. */
    boolean hopeless;

    Task(String instance, Hello hello, Batch batch, long receivedMicros) {
        this.instance = instance;
        this.hello = hello;
        this.batch = batch;
        this.receivedMicros = receivedMicros;
    }

    /** Rows it makes, more or less. */
    long weight() {
        return batch == null
                ? 1
                : 1 + batch.rows().size() * 8L + batch.invocations().size() + batch.names().size()
                        + batch.nodes().size() + batch.contexts().size() * 8L + batch.events().size();
    }
}
