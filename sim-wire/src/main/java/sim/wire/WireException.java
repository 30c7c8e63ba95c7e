package sim.wire;

/** A peer sent something that is not a valid frame. The message is one line of printable characters. */
public final class WireException extends Exception {
    private static final long serialVersionUID = 1;
    private static final int LONGEST = 500;

    private final Blame blames;

    public WireException(String message) {
        this(message, Blame.CONNECTION);
    }

    WireException(String message, Blame blames) {
        super(OneLine.of(String.valueOf(message), LONGEST));
        this.blames = blames;
    }

    /** What causes the refusal. Bytes that arrived as they were sent would be wrong again. */
    public Blame blames() {
        return blames;
    }
}
