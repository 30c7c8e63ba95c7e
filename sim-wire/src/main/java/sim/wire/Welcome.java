package sim.wire;

/**
 * The server's answer to a hello: what it has of this instance.
 *
 * @param version the version of the wire
 * @param lastSequence the sequence of the last stored batch, 0 for none
 * @param lastName the largest known id of a name, 0 for none
 * @param lastNode the largest known id of a node, 0 for none
 * @param aside why the last batch was set aside; empty if it is stored
 */
public record Welcome(int version, long lastSequence, int lastName, int lastNode, String aside) implements WireFrame {
    public Welcome(int version, long lastSequence, int lastName, int lastNode) {
        this(version, lastSequence, lastName, lastNode, "");
    }
}
