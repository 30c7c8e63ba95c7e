package sim.wire;

/**
 * The last frame of a peer that refuses to continue.
 *
 * @param reason the reason, in one line
 * @param blames what causes the refusal
 */
public record Refusal(String reason, Blame blames) implements WireFrame {
    /** A refusal that does not depend on the batch. A later attempt may succeed. */
    public Refusal(String reason) {
        this(reason, Blame.CONNECTION);
    }
}
