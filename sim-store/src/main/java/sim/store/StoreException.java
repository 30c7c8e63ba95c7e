package sim.store;

/** The store cannot do what was asked; the message is one line: what, where, the cure. */
public class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
