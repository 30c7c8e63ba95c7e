package sim.collector.wire;

/**
 * The server's answer: what it has of this instance already.
 *
 * @param version the wire's version
 * @param lastSequence the last batch stored, 0 for none
 * @param lastName the last dictionary id known, 0 for none
 * @param lastNode the last node id known, 0 for none
 * @param aside why the last batch was set aside and is not stored; empty where it is
 */
public record Welcome(int version, long lastSequence, int lastName, int lastNode, String aside) implements WireFrame {
    public Welcome(int version, long lastSequence, int lastName, int lastNode) {
        this(version, lastSequence, lastName, lastNode, "");
    }
}
