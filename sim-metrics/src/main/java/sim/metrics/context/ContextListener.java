package sim.metrics.context;

/**
 * Told of every stay of a context on a thread, on that thread: what recording contexts are built on. Without a listener a
 * null check is all it costs. What a listener throws is counted as SIM's failure and goes no further.
 */
public interface ContextListener {
    /**
     * From now on these are current on the calling thread.
     *
     * @param context the flow context, or null
     * @param attachment what {@link CurrentContext#attach} made current beside it, or null
     * @return anything; handed to {@link #closed} when the stay ends
     */
    Object opened(Context context, Object attachment);

    /** They are not any more. Stays end innermost first, on the thread they began on or, when that is dead, any other. */
    void closed(Object opened);
}
