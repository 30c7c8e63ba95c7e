package sim.server.query;

/**
 * Which stacks of exceptions are asked for.
 *
 * @param type the exception's class; null for all, as are the others
 * @param owner the class of the place where it began
 * @param member its method
 * @param isPlaceless those that ended a context and no metered call alone
 * @param context those in these contexts alone
 */
public record StackFilter(String type, String owner, String member, boolean isPlaceless, ContextFilter context) {}
