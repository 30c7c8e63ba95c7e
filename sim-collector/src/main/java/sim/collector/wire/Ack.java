package sim.collector.wire;

import java.util.List;
import sim.metrics.snapshot.Control;

/**
 * The server has stored a batch and all before it.
 *
 * @param sequence the batch's
 * @param controls what somebody at the server wants done, in order
 */
public record Ack(long sequence, List<Control> controls) implements Frame {
    /** Nothing is wanted. */
    public Ack(long sequence) {
        this(sequence, List.of());
    }
}
