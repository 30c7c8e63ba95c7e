package sim.metrics.tree;

/** What tests of other packages ask a ledger. */
public final class Tallies {
    private Tallies() {}

    /** How many tallies it has. */
    public static int in(Ledger ledger) {
        return ledger.size();
    }
}
