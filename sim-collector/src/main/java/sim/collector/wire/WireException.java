package sim.collector.wire;

/** A peer sent what is not a frame; the message is one line. */
public final class WireException extends Exception {
    private static final long serialVersionUID = 1;

    public WireException(String message) {
        super(message);
    }
}
