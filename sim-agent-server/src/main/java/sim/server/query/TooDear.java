package sim.server.query;

/** A request went past a bound of its own: asked again it would again. */
public final class TooDear extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String bound;

    TooDear(String bound, String why) {
        super(why);
        this.bound = bound;
    }

    /** {@code time} or {@code memory}. */
    public String bound() {
        return bound;
    }
}
