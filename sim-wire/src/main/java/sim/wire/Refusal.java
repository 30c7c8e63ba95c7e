package sim.wire;

import sim.model.snapshot.Numbered;

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

    /** What causes a refusal. */
    public enum Blame implements Numbered {
        /** Not the content of a batch, which may be sent again. */
        CONNECTION(0),
        /** The batch that was just sent. It would be refused again. */
        BATCH(1);

        private final int number;

        Blame(int number) {
            this.number = number;
        }

        @Override
        public int number() {
            return number;
        }
    }
}
