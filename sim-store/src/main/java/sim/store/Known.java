package sim.store;

/**
 * What the store has of an instance.
 *
 * @param lastSequence the last batch, 0 for none
 * @param lastName the last dictionary id, 0 for none
 * @param lastNode the last node id, 0 for none
 * @param aside why the last batch is in the quarantine and not stored; empty where it is
 */
public record Known(long lastSequence, int lastName, int lastNode, String aside) {
    public Known(long lastSequence, int lastName, int lastNode) {
        this(lastSequence, lastName, lastNode, "");
    }
}
