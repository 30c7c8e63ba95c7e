package sim.wire;

/**
 * How often something was dropped or healed since the JVM started.
 *
 * @param kind its name
 * @param count how often
 */
public record Counter(String kind, long count) {}
