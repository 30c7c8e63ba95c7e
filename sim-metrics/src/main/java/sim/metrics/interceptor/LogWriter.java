package sim.metrics.interceptor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import sim.base.event.Bounded;
import sim.base.exit.AtExit;
import sim.base.exit.LastWords;
import sim.base.failure.OwnThread;

/**
 * Writes the log's lines on its own daemon thread {@code sim-log}, ten times a second and once more when the JVM ends. What
 * finds the queue full, and what the disk does not take, is dropped and counted.
 */
final class LogWriter {
    private static final int QUEUE = 10_000;
    private static final long PAUSE_NANOS = 100_000_000;

    private final Bounded<LogEntry> queue = new Bounded<>(QUEUE);
    private final RolledFile file;
    private final AtomicLong failed = new AtomicLong();

    LogWriter(RolledFile file) {
        this.file = file;
    }

    void start() {
        OwnThread.of(this::run, "sim-log").start();
        AtExit.run(this::write);
    }

    /** Never blocks; any thread. */
    void offer(LogEntry entry) {
        queue.offer(entry);
    }

    long dropped() {
        return queue.dropped() + failed.get();
    }

    private void run() {
        Runnable write = this::write;
        while (true) {
            OwnThread.round(write);
            LockSupport.parkNanos(this, PAUSE_NANOS);
        }
    }

    /** By this thread and the exit hook. */
    private synchronized void write() {
        List<LogEntry> entries = new ArrayList<>();
        queue.drain(entries);
        int written = 0;
        try {
            for (LogEntry entry : entries) {
                file.append(entry.line());
                written++;
            }
            file.flush();
        } catch (IOException full) {
            if (failed.getAndAdd(entries.size() - written) == 0) {
                LastWords.say(file + " cannot be written, its lines are dropped and counted: " + full);
            }
        }
    }
}
