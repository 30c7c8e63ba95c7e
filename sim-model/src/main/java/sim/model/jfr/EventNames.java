package sim.model.jfr;

/** SIM's own event types in a recording, by name: written by {@code sim.jfr}, read by {@code sim.jfr.reader}. */
public final class EventNames {
    /** A scope, from its begin to its end, with its entries as fields; there is one type a set of keys, all so named. */
    public static final String CONTEXT = "sim.Context";
    /** A scope that is open where a chunk of the recording begins or ends. */
    public static final String OPEN_CONTEXT = "sim.OpenContext";
    /** The context filter in force. */
    public static final String CONTEXT_FILTER = "sim.ContextFilter";
    /** How often something about contexts could not be kept or had to be healed. */
    public static final String CONTEXT_COUNTER = "sim.ContextCounter";

    private EventNames() {}

    /** Whether a type is one of these. */
    public static boolean isOwn(String type) {
        return type.equals(CONTEXT) || type.equals(OPEN_CONTEXT) || type.equals(CONTEXT_FILTER)
                || type.equals(CONTEXT_COUNTER);
    }
}
