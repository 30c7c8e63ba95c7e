package sim.collector.wire;

/**
 * The last frame of a peer that will not go on.
 *
 * @param reason one line
 */
public record Refusal(String reason) implements Frame {}
