package sim.collector.wire;

import java.util.List;
import sim.metrics.snapshot.Control;

/**
 * The server's answer to a batch.
 *
 * @param sequence the batch's
 * @param controls what somebody at the server wants done, each kind in its order
 * @param outcome what became of the batch
 * @param reason why, in one line; empty for {@code STORED}
 */
public record Ack(long sequence, List<Control> controls, Outcome outcome, String reason) implements WireFrame {
    /** It and all before it is stored. */
    public Ack(long sequence, List<Control> controls) {
        this(sequence, controls, Outcome.STORED, "");
    }

    /** Stored, and nothing is wanted. */
    public Ack(long sequence) {
        this(sequence, List.of());
    }

    /** What became of a batch. The order is the wire's. */
    public enum Outcome {
        /** It is on disk. */
        STORED,
        /** It cannot be stored and is kept in a file aside; sending it again changes nothing. */
        ASIDE,
        /** The server does not know the instance: say hello again, and tell the dictionary from its beginning. */
        INTRODUCE
    }
}
