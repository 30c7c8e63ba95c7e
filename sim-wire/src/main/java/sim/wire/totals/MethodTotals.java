package sim.wire.totals;

/** A method of an application: its own figures, or none while others explain more and it counts with the rest. Whoever made it guards it. */
public final class MethodTotals {
    private final String owner;
    private final String member;
    /** Null while it counts with the rest. */
    private Figures figures;
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
        return figures != null;
    }

    void list(Figures own) {
        figures = own;
    }

    void unlist() {
        figures = null;
    }

    void took(long nanos) {
        recent += nanos;
    }

    void age() {
        recent /= 2;
    }

    long recent() {
        return recent;
    }
}
