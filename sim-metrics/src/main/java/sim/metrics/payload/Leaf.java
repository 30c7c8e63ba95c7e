package sim.metrics.payload;

import sim.metrics.snapshot.Text;

/** A description at a place, and the sums of its payloads. */
final class Leaf extends Tallies {
    final int node;
    /** As it was given. */
    final String key;
    /** As it leaves. */
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

    /** Heap bytes of one with a text of some length. */
    static long bytes(String text) {
        return 160 + Tally.BYTES + Tally.HISTOGRAM_BYTES + 2L * text.length();
    }
}
