package sim.store;

import java.util.concurrent.CountDownLatch;
import sim.wire.Batch;
import sim.wire.Hello;

/** A batch or a hello to commit (the other one is null), and the peer that waits for it. */
final class Task {
    final String instance;
    final Hello hello;
    final Batch batch;
    final long receivedMicros;
    final long receivedNanos = System.nanoTime();
    private final long weight;
    private final CountDownLatch done = new CountDownLatch(1);
    /** What became of it; written before it is done. */
    private Object answer;
    private StoreException refusal;
    /** Why the batch cannot be stored, or null. */
    String poison;
    /** Whether not even its names and nodes can be. */
    boolean hopeless;

    Task(String instance, Hello hello, Batch batch, long receivedMicros) {
        this.instance = instance;
        this.hello = hello;
        this.batch = batch;
        this.receivedMicros = receivedMicros;
        this.weight = 1 + (batch == null ? 0 : batch.contents().weight());
    }

    /**
     * Reports that the batch is committed. Like {@link #refuse} this allocates nothing, so that the waiting peer gets an answer
     * on a full heap too.
     */
    void answer(Object said) {
        if (isDone()) {
            return;
        }
        answer = said;
        done.countDown();
    }

    /** It is not, or nobody knows; it may be sent again. */
    void refuse(StoreException reason) {
        if (isDone()) {
            return;
        }
        refusal = reason;
        done.countDown();
    }

    boolean isDone() {
        return done.getCount() == 0;
    }

    /** Waits until it is done; returns the answer, or throws the refusal. */
    Object await() throws InterruptedException {
        done.await();
        if (refusal != null) {
            throw new StoreException(refusal.getMessage(), refusal);
        }
        return answer;
    }

    /** What it makes the store write, in table rows of a few columns. */
    long weight() {
        return weight;
    }
}
