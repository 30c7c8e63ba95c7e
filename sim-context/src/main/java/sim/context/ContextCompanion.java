package sim.context;

import java.util.Map;
import sim.base.config.Options;

/**
 * Contexts of another sort that exist beside flow contexts and travel with them. A context snapshot takes them along, and the companion
 * hears of every stay of a flow context on a thread. SIM finds at most one, by ServiceLoader. Without one the cost is a null check. If a
 * companion throws, SIM counts a failure of its own and continues.
 */
public interface ContextCompanion {
    /** Called once, before all other methods. */
    void start(Options options);

    /** The companion's own current context on the calling thread, for a snapshot: an immutable object, or null. Should take a few ns. */
    Object current();

    /**
     * Called when a flow context begins, or is set, on the calling thread, inside the current one.
     *
     * @return an object for {@link #closed} when the stay ends; or null, and {@link #closed} is not called
     */
    Object begun(Context context);

    /**
     * Called when a snapshot becomes current on the calling thread, in place of all that was current.
     *
     * @param context the flow context, or null
     * @param taken what {@link #current} returned when the snapshot was taken, or null
     * @return as for {@link #begun}
     */
    Object activated(Context context, Object taken);

    /**
     * Called when a stay has ended, and all stays inside it before it. Called on the thread on which the stay began; if that has died, on
     * another one.
     */
    void closed(Object stay);

    /** Adds how often something could not be kept or had to be healed. */
    void count(Map<String, Long> counters);
}
