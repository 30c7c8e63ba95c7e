package sim.wire;

import java.util.List;
import sim.model.packed.Numbered;
import sim.model.snapshot.Control;

/**
 * The server's answer to a batch.
 *
 * @param sequence the sequence of the batch
 * @param controls what somebody at the server wants done; controls of one kind in their order
 * @param outcome what became of the batch
 * @param reason the reason, in one line; empty for {@code STORED}
 */
public record Ack(long sequence, List<Control> controls, Outcome outcome, String reason) implements WireFrame {
    /** An answer that this batch and all before it are stored. */
    public Ack(long sequence, List<Control> controls) {
        this(sequence, controls, Outcome.STORED, "");
    }

    /** An answer that this batch is stored, without controls. */
    public Ack(long sequence) {
        this(sequence, List.of());
    }

    /** What became of a batch. */
    public enum Outcome implements Numbered {
        /** It is on disk. */
        STORED(0),
        /** It cannot be stored and was set aside in a file. Sending it again changes nothing. */
        ASIDE(1),
        /** The server does not know the instance: the collector must say hello again and send the dictionary from its beginning. */
        INTRODUCE(2);

        private final int number;

        Outcome(int number) {
            this.number = number;
        }

        @Override
        public int number() {
            return number;
        }
    }
}
