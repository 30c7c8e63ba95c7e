package sim.model.snapshot;

/**
 * A stack of exceptions, read at least once since the last snapshot.
 *
 * @param timeMicros when it was last read, microseconds since the epoch
 * @param type the exception's class
 * @param node as in {@link FailureRecord}
 * @param stack the same for equal stacks of a type at a place, whatever the messages
 * @param message the type and the message of the exception that was read last
 * @param text its frames, a line each, with the causes
 * @param reads how many exceptions it was read of
 * @param contexts the flow contexts in which they were thrown, as many as were kept; the one of the exception that was read last comes last,
 *        0 if that was thrown in none
 */
public record StackRecord(long timeMicros, String type, int node, long stack, String message, String text, long reads,
        long[] contexts) {}
