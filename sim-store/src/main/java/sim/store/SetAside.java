package sim.store;

/** A question met a damaged segment, which has been set aside: who asks again gets the rest. */
public final class SetAside extends NotNow {
    private static final long serialVersionUID = 1;

    SetAside(Throwable cause) {
        super("a part of the store was damaged from outside, and has been set aside just now; ask again for the rest",
                cause);
    }
}
