package sim.server.query;

/** Nobody reads the answer any more. */
public final class ClientGone extends RuntimeException {
    private static final long serialVersionUID = 1;

    ClientGone() {
        super("the client has gone");
    }
}
