package sim.server.http;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import sim.server.ingest.Ingest;
import sim.server.query.Answers;
import sim.store.Store;
import sim.store.StoreHealth;
import sim.store.StoreProgress;
import sim.store.loop.Loop;

/**
 * Whether the server can do its work now: hear collectors, store, and answer. Whoever asks waits for nothing: a thread
 * of its own tries every few seconds whether the store answers.
 */
final class Readiness implements AutoCloseable {
    private static final Duration EVERY = Duration.ofSeconds(2);
    /** A trial that takes longer means that the store does not answer, milliseconds. */
    private static final long PATIENCE_MILLIS = 15_000;
    /**
     * With less than this the log may find no room in the database. A warning: batches are stored until the disk is full, which the store says
     * itself.
     */
    private static final long LEAST_FREE_BYTES = 64L << 20;

    private final Store store;
    private final Answers answers;
    private final Ingest ingest;
    private final Loop trials;
    private volatile long answeredNanos = System.nanoTime();
    /** What the last trial failed with, or null. */
    private volatile String failure;

    Readiness(Store store, Answers answers, Ingest ingest) {
        this.store = store;
        this.answers = answers;
        this.ingest = ingest;
        this.trials = Loop.every("sim-readiness", EVERY, this::tryIt, this::failed);
    }

    private void tryIt() {
        answers.tryIt();
        failure = null;
        answeredNanos = System.nanoTime();
    }

    private void failed(Throwable failed) {
        failure = "the store does not answer"; // if there is no memory to say why
        failure = Answering.line(failed);
    }

    boolean isReady() {
        return store.health().canStore() && canAnswer() && ingest.isListening();
    }

    private boolean canAnswer() {
        return failure == null && System.nanoTime() - answeredNanos < TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    }

    /** Whether it is, for callers who did not say who they are. */
    Map<String, Object> say() {
        return Map.of("status", isReady() ? "ready" : "not ready");
    }

    /** What is ready and what is not, and why. */
    Map<String, Object> describe() {
        StoreHealth health = store.health();
        Map<String, Object> ready = new LinkedHashMap<>();
        ready.put("status", isReady() ? "ready" : "not ready");
        ready.put("canStore", health.canStore());
        ready.put("lastError", health.lastError());
        ready.put("canAnswer", canAnswer());
        ready.put("answerError", failure);
        ready.put("listens", ingest.isListening());
        OptionalLong free = store.freeBytes();
        ready.put("diskFreeBytes", free.isPresent() ? free.getAsLong() : null);
        ready.put("diskLeastBytes", LEAST_FREE_BYTES);
        StoreProgress progress = store.progress();
        ready.put("damaged", progress.damaged());
        ready.put("stuck", progress.stuck());
        ready.put("clockInDoubt", progress.isClockInDoubt());
        ready.put("removedForSize", progress.removed().stream().filter(each -> each.why().equals("--max-size"))
                .findFirst().map(each -> each.rows() + " rows, " + each.bytes() + " bytes of " + each.what() + " up to "
                        + second(each.upToMicros()) + ", removed at " + second(each.timeMicros()))
                .orElse(null));
        return ready;
    }

    private static Instant second(long micros) {
        return Instant.ofEpochSecond(micros / 1_000_000);
    }

    @Override
    public void close() {
        trials.close(); // the store may be closed then
    }
}
