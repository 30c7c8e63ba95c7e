package sim.server.query;

/** Too many requests ask the store already: the same request may be asked again soon. */
public final class TooBusy extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooBusy(String why) {
        super(why);
    }
}
