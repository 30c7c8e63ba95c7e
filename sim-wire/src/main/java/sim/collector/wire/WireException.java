package sim.collector.wire;

/** A peer sent what is not a frame; the message is one line of printable characters. */
public final class WireException extends Exception {
    private static final long serialVersionUID = 1;
    private static final int LONGEST = 500;

    private final Refusal.Blame blames;

    public WireException(String message) {
        this(message, Refusal.Blame.CONNECTION);
    }

    WireException(String message, Refusal.Blame blames) {
        super(OneLine.of(String.valueOf(message), LONGEST));
        this.blames = blames;
    }

    /** Whether sending it again may help: what came as it was sent is wrong as it was sent. */
    public Refusal.Blame blames() {
        return blames;
    }
}
