package sim.model.snapshot;

/**
 * One call, kept by the policy {@code sim.events}.
 *
 * @param node the {@link NodeEntry#id()}
 * @param context the flow context it ran in, 0 for none
 * @param thread the thread's name
 * @param beginMicros when it began, microseconds since the epoch
 * @param present bit set of the meters that were read
 * @param readings end less begin, indexed by {@code Meter.ordinal()}
 * @param error whether it ended with an exception
 * @param exception the exception's text, or null
 */
public record Invocation(int node, long context, String thread, long beginMicros, int present, long[] readings,
        boolean error, String exception) {}
