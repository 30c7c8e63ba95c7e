package sim.wire.totals;

/**
 * A method of an application: with a series of its own, or none while others explain more and it counts with the rest. One that lost its series
 * keeps what it counted for as long as there is room: readers see its last value, and the series goes on there if it comes back. Whoever made it
 * guards it.
 */
public final class MethodTotals {
    /** Own wall time of late below which a method takes no other's series, ns: so little explains nothing, and halved again and again it would be chance. */
    private static final long LEAST_NANOS = 1_000_000;

    private final String owner;
    private final String member;
    /** Null if it never had a series, or gave way. */
    private Figures figures;
    /** Whether calls count in its own figures. */
    private boolean listed;
    /** For so many more minutes it stands still, whoever wants its place. */
    private int stillMinutes;
    /** Own wall time of late, ns: halved every minute. */
    private long recent;
    /** Whether it was called since the last minute began. */
    private boolean called;

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

    /** In full; what SIM itself names, such as {@code [class loading]}, has no owner. */
    public String name() {
        return owner.isEmpty() ? member : owner + "." + member;
    }

    /** What readers see of it, or null where they see nothing. */
    public Figures figures() {
        return figures;
    }

    boolean isListed() {
        return listed;
    }

    int stillMinutes() {
        return stillMinutes;
    }

    /** From now on its calls count in its own figures: those it had, or new ones. */
    void list(long now) {
        figures = figures == null ? new Figures(now) : figures;
        listed = true;
        stillMinutes = 0;
    }

    /** Its calls count with the rest; for so many minutes nobody takes its place. */
    void unlist(int minutes) {
        listed = false;
        stillMinutes = minutes;
    }

    /** It stood still for one more minute. */
    void stood() {
        stillMinutes = Math.max(0, stillMinutes - 1);
    }

    /** Gives up what it counted. */
    void forget() {
        figures = null;
    }

    /** What it counted before the process began. */
    void restore(Figures before, boolean isListed, int minutes) {
        figures = before;
        listed = isListed;
        stillMinutes = minutes;
    }

    MethodTotals copy() {
        MethodTotals copy = new MethodTotals(owner, member);
        copy.restore(figures.copy(), listed, stillMinutes);
        return copy;
    }

    void took(long nanos) {
        recent = GrowingSum.plus(recent, nanos);
        called = true;
    }

    void age() {
        recent /= 2;
        called = false;
    }

    /**
     * What speaks for a series of its own, 0 for nothing: time of late, and that it has one. So one with a series stays unless another that was
     * called in this minute explains more than twice as much. One that explains next to nothing gets what nobody else has.
     */
    long claim() {
        long twice = Math.min(recent, Long.MAX_VALUE / 8) * 2;
        if (listed) {
            return twice * 2 + 2;
        }
        if (!called) {
            return 0;
        }
        return recent < LEAST_NANOS ? 1 : twice;
    }
}
