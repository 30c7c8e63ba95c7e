package sim.collector.wire;

/**
 * The server has stored a batch and all before it.
 *
 * @param sequence the batch's
 */
public record Ack(long sequence) implements Frame {}
