package sim.model.snapshot;

/**
 * How often an exception ended calls at a place first, since the last snapshot. An exception that passes through several calls counts once, at the
 * innermost.
 *
 * @param type the exception's class; {@code [other]} past the bound
 * @param node the {@link NodeEntry#id()}; 0 where it ended a context and no metered call
 * @param count how often, exactly
 */
public record FailureRecord(String type, int node, long count) {}
