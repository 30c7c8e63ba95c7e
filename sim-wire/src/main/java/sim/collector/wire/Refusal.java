package sim.collector.wire;

/**
 * The last frame of a peer that will not go on.
 *
 * @param reason one line
 * @param blames what is to blame
 */
public record Refusal(String reason, Blame blames) implements WireFrame {
    /** The connection, or the peer as it stands: later may be better. */
    public Refusal(String reason) {
        this(reason, Blame.CONNECTION);
    }

    /** What is to blame for a refusal. The order is the wire's. */
    public enum Blame {
        /** What a batch says has nothing to do with it: it may be sent again. */
        CONNECTION,
        /** The batch that was just sent: it would be refused again. */
        BATCH
    }
}
