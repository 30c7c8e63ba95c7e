package sim.payload.recording;

import sim.model.text.Text;

/** A description at a place, and the sums of its payloads. */
final class Leaf extends Tallies {
    final int node;
    /** The description as the application gave it. */
    final String key;
    /** The description as it leaves the JVM. */
    final String text;
    final int hash;

    Leaf(int node, String key, int hash) {
        super(true);
        this.node = node;
        this.key = key;
        this.text = Text.wellFormed(key);
        this.hash = hash;
    }

    static int hash(int node, String text) {
        int hash = text.hashCode() + node * 0x9E3779B9;
        return hash ^ hash >>> 15;
    }

    /** Heap bytes of a leaf with this text. */
    static long bytes(String text) {
        return 160 + PayloadTally.BYTES + PayloadTally.HISTOGRAM_BYTES + 2L * text.length();
    }
}
