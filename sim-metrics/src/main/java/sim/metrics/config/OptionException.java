package sim.metrics.config;

/** A wrong option; the message is the one line the user reads: what, where, the value, the cure. */
public final class OptionException extends IllegalArgumentException {
    public OptionException(String message) {
        super(message);
    }
}
