package sim.metrics.snapshot;

/** Bytes that are no packed integer. The message is one line, to be told with what they were part of. */
public final class PackedException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    PackedException(String message) {
        super(message);
    }
}
