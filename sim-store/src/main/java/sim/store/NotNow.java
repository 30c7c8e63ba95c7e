package sim.store;

/** The store cannot answer now, for a cause that passes or that somebody can remove. The message is for whoever asked. */
public class NotNow extends StoreException {
    private static final long serialVersionUID = 1;

    NotNow(String message, Throwable cause) {
        super(message, cause);
    }
}
