package sim.store.loop;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Work that is done again and again for as long as the server runs, on a daemon thread of its own. Nothing that is thrown
 * in one round ends it, an {@link Error} neither, not even where there is no memory left to say so: the next round may
 * succeed. Every thread of the server that must outlive a failure is one of these. Any thread may close it.
 */
public final class Loop implements AutoCloseable {
    /** The pause after a round that failed, so that a lasting failure does not take a processor. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long CLOSING_MILLIS = 5_000;

    private final BooleanSupplier goesOn;
    private final long pauseNanos;
    /** A pause is at least so many times what the round before it took. */
    private final int rest;
    /** But no longer than this, or {@link #pauseNanos}. A round that only waited, for example for a slow disk, is no reason to rest for long. */
    private final long longestNanos;
    private final Round round;
    private final Consumer<Throwable> failed;
    private final Thread thread;
    private volatile boolean closed;

    /**
     * Begins with it.
     *
     * @param goesOn asked before each round; must not allocate
     * @param round one round; it waits itself for what there is to do
     * @param failed told of what a round threw
     */
    public Loop(String name, BooleanSupplier goesOn, Round round, Consumer<Throwable> failed) {
        this(name, 0, 0, 0, goesOn, round, failed);
    }

    private Loop(String name, long pauseNanos, int rest, long longestNanos, BooleanSupplier goesOn, Round round,
            Consumer<Throwable> failed) {
        this.pauseNanos = pauseNanos;
        this.rest = rest;
        this.longestNanos = longestNanos;
        this.goesOn = goesOn;
        this.round = round;
        this.failed = failed;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Runs a round after each pause of that length. */
    public static Loop every(String name, Duration pause, Round round, Consumer<Throwable> failed) {
        return new Loop(name, pause.toNanos(), 0, 0, () -> true, round, failed);
    }

    /** The same for rounds that may become long: a pause is {@code rest} times what the round before it took, up to {@code longest}. */
    public static Loop sparing(String name, Duration pause, int rest, Duration longest, Round round,
            Consumer<Throwable> failed) {
        return new Loop(name, pause.toNanos(), rest, longest.toNanos(), () -> true, round, failed);
    }

    private void run() {
        long pause = pauseNanos;
        while (!closed && goesOn.getAsBoolean()) {
            if (pause > 0) {
                LockSupport.parkNanos(pause); // without an object: nothing is allocated
                if (closed) {
                    return; // a round would begin with the interrupt that ended the pause
                }
            }
            long begun = System.nanoTime();
            try {
                round.run();
            } catch (Throwable failure) {
                if (!isCutShort(failure)) {
                    said(failure);
                }
            }
            pause = Math.max(pauseNanos, Math.min(longestNanos, rest * (System.nanoTime() - begun)));
        }
    }

    /** Whether closing has cut the round short: an interrupted write, or a store that is closed, is no failure then. */
    private boolean isCutShort(Throwable failure) {
        return closed && !(failure instanceof Error);
    }

    private void said(Throwable failure) {
        try {
            failed.accept(failure);
        } catch (Throwable unsaid) { // there is no memory left to say it
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        LockSupport.parkNanos(PAUSE_NANOS);
    }

    /** Whether the loop continues. */
    public boolean isAlive() {
        return thread.isAlive();
    }

    /** Waits until {@code goesOn} has ended it. */
    public void await() throws InterruptedException {
        thread.join();
    }

    /** Ends it; the round that runs is waited for, but not for long. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join(CLOSING_MILLIS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** One round of the work. */
    public interface Round {
        void run() throws Exception;
    }
}
