package sim.metrics.feature;

/**
 * SIM's own work on a thread of the application, perhaps inside a metered call. Until {@link #end} nothing is metered on the thread, and
 * the time is left out of the self times of the calls around it.
 */
public interface Pause {
    /** Returns how long it took of a metered call, ns. */
    long end();
}
