package sim.metrics.snapshot.payload;

/**
 * A control object. Sent whenever it changed, and again now and then while it is used; the last one counts.
 *
 * @param id its number in the instance, from 1
 * @param probe the {@link PayloadProbeEntry#id()}
 * @param name for people
 * @param openedMicros when it was opened or first met, microseconds since the epoch
 * @param closedMicros 0 while it is open
 * @param end how it ended
 */
public record ControlObject(long id, int probe, String name, long openedMicros, long closedMicros, End end) {
    /** Stands for those past the bound. */
    public static final long OTHER = -1;

    /** How a control object ended. The order is the wire's. */
    public enum End {
        /** It is open. */
        OPEN,
        /** Somebody said so. */
        CLOSED,
        /** The garbage collector took it. */
        COLLECTED
    }
}
