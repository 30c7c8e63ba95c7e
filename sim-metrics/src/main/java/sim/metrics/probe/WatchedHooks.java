package sim.metrics.probe;

/**
 * How many hooks run on a thread, one inside another. Its thread alone writes it, without synchronisation; the collector's thread
 * reads it now and then ({@link HookWatch}), and sees late what changes often, but in time what does not change any more.
 */
public abstract class WatchedHooks {
    /** The hooks that run now. */
    public int depth;
    /** The hooks that have begun since the thread was met. */
    protected int begun;
    final Thread thread = Thread.currentThread();

    /** The class of the aspect whose hook is the innermost; null if that has just ended. Any thread. */
    protected abstract Class<?> innermost();
}
