package sim.wire.totals;

/**
 * A method of an application: with a series of its own, or none while others explain more and it counts with the rest. One that lost its series
 * keeps what it counted: readers see the last value for a while, and the series goes on there if it comes back. Whoever made it guards it.
 */
public final class MethodTotals {
    private final String owner;
    private final String member;
    /** Null if it never had a series, or none for very long. */
    private Figures figures;
    /** Whether calls count in its own figures. */
    private boolean listed;
    /** For so many more minutes its last value is shown. */
    private int shown;
    /** Own wall time of late, ns: halved every minute. */
    private long recent;

    MethodTotals(String owner, String member) {
        this.owner = owner;
        this.member = member;
    }

    public String owner() {
        return owner;
    }

    public String member() {
        return member;
    }

    public Figures figures() {
        return figures;
    }

    boolean isListed() {
        return listed;
    }

    /** Whether readers see its figures. */
    boolean isShown() {
        return listed || shown > 0;
    }

    int shown() {
        return shown;
    }

    /** From now on its calls count in its own figures: those it had, or new ones. */
    void list(long now) {
        figures = figures == null ? new Figures(now) : figures;
        listed = true;
        shown = 0;
    }

    /** Its calls count with the rest; for so many minutes its figures are shown. */
    void unlist(int minutes) {
        listed = false;
        shown = minutes;
    }

    /** A minute has passed; returns whether its figures are still shown. */
    boolean fade() {
        shown--;
        return shown > 0;
    }

    /** Gives up what it counted. */
    void forget() {
        figures = null;
    }

    /** What it counted before the process began. */
    void restore(Figures before, boolean isListed, int minutes) {
        figures = before;
        listed = isListed;
        shown = minutes;
    }

    MethodTotals copy() {
        MethodTotals copy = new MethodTotals(owner, member);
        copy.restore(figures.copy(), listed, shown);
        return copy;
    }

    void took(long nanos) {
        recent = GrowingSum.plus(recent, nanos);
    }

    void age() {
        recent /= 2;
    }

    /** What speaks for a series of its own: time of late, and that it has one. So it stays unless another explains more than twice as much. 0 for nothing. */
    long claim() {
        long half = Math.min(recent, Long.MAX_VALUE / 8) * 2;
        return listed ? half * 2 + 1 : half;
    }
}
