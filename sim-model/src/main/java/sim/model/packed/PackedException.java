package sim.model.packed;

/** Bytes that are no packed integer. The message is one line; the catcher adds of what they were a part. */
public final class PackedException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    PackedException(String message) {
        super(message);
    }
}
