package sim.metrics.spi;

import sim.base.config.Options;

/**
 * Drains the runtime and ships the snapshots. The runtime finds sinks by ServiceLoader, and starts the first one that it finds,
 * once.
 */
public interface SnapshotSink {
    /**
     * Starts to drain {@code source} on a daemon thread of its own. Must return at once, and must not throw if there is no
     * server.
     */
    void start(SnapshotSource source, Options options);

    /** Asks for a drain soon, because a buffer is filling. Called on application threads, so it must neither block nor throw. */
    void wake();

    /**
     * Ships what is left, for at most {@code exit.flush}. Called once, at JVM exit at the latest. What has not arrived it says in a line on
     * standard error, with the reason.
     *
     * @return whether all that was left has arrived
     */
    boolean stop();
}
