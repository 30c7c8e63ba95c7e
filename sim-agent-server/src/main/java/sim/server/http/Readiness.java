package sim.server.http;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import sim.server.store.Store;
import sim.server.store.StoreHealth;

/**
 * Whether the server can do its work now: store, answer, and find room on the disk. Whoever asks waits for nothing: a thread
 * of its own tries every few seconds whether the store answers.
 */
final class Readiness implements AutoCloseable {
    private static final long EVERY_MILLIS = 2_000;
    /** A trial that takes longer means that the store does not answer, milliseconds. */
    private static final long PATIENCE_MILLIS = 15_000;
    /** Less than this is no room for what a checkpoint writes beside what it replaces. */
    private static final long LEAST_FREE_BYTES = 64L << 20;

    private final Store store;
    private final ScheduledExecutorService timer = new ScheduledThreadPoolExecutor(1, work -> {
        Thread thread = new Thread(work, "sim-readiness");
        thread.setDaemon(true);
        return thread;
    });
    private volatile long answeredNanos = System.nanoTime();
    /** What the last trial failed with, or null. */
    private volatile String failure;

    Readiness(Store store) {
        this.store = store;
        timer.scheduleWithFixedDelay(this::tryIt, 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void tryIt() {
        try {
            store.query(connection -> {
                try (java.sql.Statement statement = connection.createStatement()) {
                    return statement.execute("SELECT count(*) FROM (SELECT 1 FROM instances LIMIT 1)");
                }
            });
            failure = null;
            answeredNanos = System.nanoTime();
        } catch (Throwable failed) { // the next trial may succeed
            failure = Answering.line(failed);
        }
    }

    boolean isReady() {
        return store.health().canStore() && canAnswer() && hasRoom();
    }

    private boolean canAnswer() {
        return failure == null && System.nanoTime() - answeredNanos < TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    }

    private boolean hasRoom() {
        return store.freeBytes() >= LEAST_FREE_BYTES;
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
        ready.put("diskFreeBytes", store.freeBytes());
        ready.put("diskLeastBytes", LEAST_FREE_BYTES);
        return ready;
    }

    @Override
    public void close() {
        timer.shutdownNow();
        try {
            timer.awaitTermination(5, TimeUnit.SECONDS); // the store may be closed then
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
