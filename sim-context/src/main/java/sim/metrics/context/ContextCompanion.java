package sim.metrics.context;

import java.util.Map;
import sim.metrics.config.Options;

/**
 * Contexts of another sort that exist beside flow contexts and travel with them. A snapshot takes them along, and the companion
 * is told of every stay of a flow context on a thread. Found by ServiceLoader, at most one. Without one a null check is all it
 * costs. What a companion throws is counted as SIM's failure and goes no further.
 */
public interface ContextCompanion {
    /** Called once, before everything else. */
    void start(Options options);

    /** What is current of it on the calling thread, for a snapshot to take along: an immutable object, or null. Some ns. */
    Object current();

    /**
     * A flow context began, or was set, on the calling thread, inside all that is current.
     *
     * @return anything, handed to {@link #closed} when the stay ends; or null to hear no more of it
     */
    Object begun(Context context);

    /**
     * A snapshot is current on the calling thread in place of all that was.
     *
     * @param context the flow context, or null
     * @param taken what {@link #current} gave where the snapshot was taken, or null
     * @return as for {@link #begun}
     */
    Object activated(Context context, Object taken);

    /**
     * The stay has ended, and so has what was begun inside it. Innermost first, on the thread it began on; on another only
     * when that is dead.
     */
    void closed(Object stay);

    /** Adds how often something of it could not be kept or had to be healed. */
    void count(Map<String, Long> counters);
}
