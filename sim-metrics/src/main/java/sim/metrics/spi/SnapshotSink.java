package sim.metrics.spi;

import sim.metrics.config.Options;

/**
 * Where snapshots go. Found by ServiceLoader; the runtime starts the first one it finds, once, and never sees more of
 * it than this.
 */
public interface SnapshotSink {
    /**
     * Begins to drain {@code source} on a daemon thread of its own. Must return at once and must not throw for want of
     * a server.
     */
    void start(SnapshotSource source, Options options);

    /** Asks for a drain soon: a buffer is filling. Called on application threads, so it must neither block nor throw. */
    void wake();

    /**
     * Ships what is left, for as long as {@code exit.flush} at most. Called once, at JVM exit at the latest.
     *
     * @return whether all that was left has arrived
     */
    boolean stop();
}
