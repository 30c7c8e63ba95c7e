package sim.wire;

import java.util.function.UnaryOperator;
import sim.model.snapshot.NodeEntry;

/** Nodes of the call tree that the server does not know yet. */
final class NodeSection extends ElementSection<NodeEntry> {
    NodeSection() {
        super("nodes");
    }

    @Override
    void write(NodeEntry node, long fromMicros, Parts out) {
        out.add(node.id());
        out.add(node.parent());
        out.add(node.name());
    }

    @Override
    NodeEntry readOne(Parts in, long fromMicros, MeterNumbers numbers) throws WireException {
        return new NodeEntry(in.nextInt(), in.nextInt(), in.nextInt());
    }

    @Override
    long bytes(NodeEntry node) {
        return Sizes.OBJECT + 16;
    }

    @Override
    public NodeEntry cleaned(NodeEntry element, UnaryOperator<String> cleaner) {
        return element; // no text of the application
    }
}
