package sim.metrics.payload;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The leaves of a recording, by place and description. Found without a lock; made under one, once each. What is past a bound
 * is counted at the {@code [other]} of its place.
 */
final class Leaves {
    static final String OTHER = "[other]";
    private static final int FIRST_CAPACITY = 64;

    private final Memory memory;
    private final Mishaps mishaps;
    private final int mostAtPlace;
    private final int most;
    /** Open addressing, at most half full; replaced or filled under the lock, and published by this volatile field. */
    private volatile Leaf[] table = new Leaf[FIRST_CAPACITY];
    private final List<Leaf> all = new ArrayList<>();
    private final Map<Integer, Place> places = new HashMap<>();
    /** Places that take no further description, by node; read without a lock. */
    private volatile Place[] full = new Place[16];
    private int fulls;
    private long bytes;

    private static final class Place {
        final int node;
        int leaves;
        /** For all past the bound; null before. */
        Leaf other;

        Place(int node) {
            this.node = node;
        }
    }

    /**
     * @param mostAtPlace distinct descriptions a place tells apart
     * @param most the same for all places together
     */
    Leaves(Memory memory, Mishaps mishaps, int mostAtPlace, int most) {
        this.memory = memory;
        this.mishaps = mishaps;
        this.mostAtPlace = mostAtPlace;
        this.most = most;
    }

    /** The leaf of a description at a place; never null. One look into a table where it was met before. */
    Leaf find(int node, String text) {
        int hash = Leaf.hash(node, text);
        Leaf known = search(table, node, text, hash);
        if (known != null) {
            return known;
        }
        Place place = fullPlace(node);
        if (place != null) {
            mishaps.add(Mishaps.Kind.FOLDED);
            return place.other;
        }
        return meet(node, text, hash);
    }

    private static Leaf search(Leaf[] in, int node, String text, int hash) {
        int mask = in.length - 1;
        int at = hash & mask;
        Leaf leaf = in[at];
        while (leaf != null && (leaf.hash != hash || leaf.node != node || !leaf.key.equals(text))) {
            at = at + 1 & mask;
            leaf = in[at];
        }
        return leaf;
    }

    private Place fullPlace(int node) {
        Place[] in = full;
        int mask = in.length - 1;
        int at = node & mask;
        Place place = in[at];
        while (place != null && place.node != node) {
            at = at + 1 & mask;
            place = in[at];
        }
        return place;
    }

    private synchronized Leaf meet(int node, String text, int hash) {
        Leaf known = search(table, node, text, hash);
        if (known != null) {
            return known;
        }
        Place place = places.computeIfAbsent(node, Place::new);
        long more = Leaf.bytes(text);
        if (place.other == null && place.leaves < mostAtPlace && all.size() < most && memory.take(more)) {
            place.leaves++;
            bytes += more;
            return add(new Leaf(node, text, hash));
        }
        mishaps.add(Mishaps.Kind.FOLDED);
        if (place.other == null) {
            long least = Leaf.bytes(OTHER);
            memory.charge(least);
            bytes += least;
            int otherHash = Leaf.hash(node, OTHER);
            Leaf other = search(table, node, OTHER, otherHash);
            place.other = other != null ? other : add(new Leaf(node, OTHER, otherHash));
            close(place);
        }
        return place.other;
    }

    private Leaf add(Leaf leaf) {
        all.add(leaf);
        Leaf[] in = table;
        if (2 * all.size() > in.length) {
            Leaf[] larger = new Leaf[2 * in.length];
            all.forEach(each -> insert(larger, each));
            table = larger;
        } else {
            insert(in, leaf);
            table = in;
        }
        return leaf;
    }

    private static void insert(Leaf[] into, Leaf leaf) {
        int mask = into.length - 1;
        int at = leaf.hash & mask;
        while (into[at] != null) {
            at = at + 1 & mask;
        }
        into[at] = leaf;
    }

    private void close(Place place) {
        fulls++;
        Place[] next = new Place[2 * fulls > full.length ? 2 * full.length : full.length];
        int mask = next.length - 1;
        for (Place each : places.values()) {
            if (each.other != null) {
                int at = each.node & mask;
                while (next[at] != null) {
                    at = at + 1 & mask;
                }
                next[at] = each;
            }
        }
        full = next;
    }

    /** Each leaf there is. */
    void each(Consumer<Leaf> visitor) {
        List<Leaf> now;
        synchronized (this) {
            now = List.copyOf(all);
        }
        now.forEach(visitor);
    }

    /** Gives its memory back: its recording is over and was drained. */
    synchronized void retire() {
        memory.give(bytes);
        all.forEach(leaf -> memory.give(leaf.tallyBytes() - Tally.BYTES - Tally.HISTOGRAM_BYTES));
        bytes = 0;
        all.clear();
    }
}
