package sim.server.identity;

/** An address or a name failed too often within a minute. */
public final class TooManyFailures extends Exception {
    private static final long serialVersionUID = 1;

    /** When to try again. */
    public static final int WAIT_SECONDS = Failures.WAIT_SECONDS;

    TooManyFailures() {
        super("too many failures; wait " + WAIT_SECONDS + " s", null, false, false);
    }
}
