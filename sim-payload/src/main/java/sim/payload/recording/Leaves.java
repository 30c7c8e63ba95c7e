package sim.payload.recording;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The leaves of a recording, by place and description. Found without a lock; made under one, once each. What is past a bound
 * is counted at the {@code [other]} of its place.
 *
 * <p>The stack of the thread that makes one may be full at any call. So what calls comes first, and what there is changes by stores
 * alone behind it: a leaf that is listed and not in the table would be made again and again, until the table has no room for the list.
 */
final class Leaves {
    static final String OTHER = "[other]";
    private static final int FIRST_CAPACITY = 64;

    private final PayloadMemory memory;
    private final Mishaps mishaps;
    private final int mostAtPlace;
    private final int most;
    /** Open addressing, at most half full; replaced or filled under the lock, and published by this volatile field. */
    private volatile Leaf[] table = new Leaf[FIRST_CAPACITY];
    /** In the order in which they were made; half as long as the table. */
    private Leaf[] all = new Leaf[FIRST_CAPACITY / 2];
    private int size;
    private final Map<Integer, Place> places = new HashMap<>();
    /** Places that take no further descriptions, by node. Read without the lock. */
    private volatile Place[] full = new Place[16];
    private long bytes;

    private static final class Place {
        final int node;
        int leaves;
        /** The leaf for all further descriptions; null until the bound is reached. */
        Leaf other;

        Place(int node) {
            this.node = node;
        }
    }

    /**
     * @param mostAtPlace distinct descriptions at one place
     * @param most distinct descriptions at all places together
     */
    Leaves(PayloadMemory memory, Mishaps mishaps, int mostAtPlace, int most) {
        this.memory = memory;
        this.mishaps = mishaps;
        this.mostAtPlace = mostAtPlace;
        this.most = most;
    }

    /** The leaf of a description at a place; never null. For a description that was met before, one look into a table. */
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
        Place place = places.get(node);
        if (place == null) {
            place = new Place(node);
            places.put(node, place);
        }
        if (place.other == null && place.leaves < mostAtPlace && size < most) {
            Leaf leaf = new Leaf(node, text, hash);
            if (add(leaf, place, Leaf.bytes(text), false)) {
                return leaf;
            }
        }
        mishaps.add(Mishaps.Kind.FOLDED);
        if (place.other == null) {
            place.other = other(place);
        }
        if (fullPlace(node) == null) {
            close();
        }
        return place.other;
    }

    /** The leaf for all past the bound; one of that very text where there is one. */
    private Leaf other(Place place) {
        int hash = Leaf.hash(place.node, OTHER);
        Leaf other = search(table, place.node, OTHER, hash);
        if (other == null) {
            other = new Leaf(place.node, OTHER, hash);
            add(other, place, Leaf.bytes(OTHER), true);
        }
        return other;
    }

    /** False where there is no memory, and need not be. */
    private boolean add(Leaf leaf, Place place, long more, boolean must) {
        if (size == all.length) {
            grow();
        }
        Leaf[] in = table;
        int at = freeIn(in, leaf);
        if (must) {
            memory.charge(more);
        } else if (!memory.take(more)) {
            return false;
        }
        // stores alone from here on
        bytes += more;
        place.leaves++;
        all[size++] = leaf;
        in[at] = leaf;
        table = in;
        return true;
    }

    private void grow() {
        Leaf[] larger = new Leaf[2 * table.length];
        for (Leaf each : all) {
            larger[freeIn(larger, each)] = each;
        }
        all = Arrays.copyOf(all, larger.length / 2);
        table = larger;
    }

    private static int freeIn(Leaf[] in, Leaf leaf) {
        int mask = in.length - 1;
        int at = leaf.hash & mask;
        while (in[at] != null) {
            at = at + 1 & mask;
        }
        return at;
    }

    /** Says of the places that are full that they are. */
    private void close() {
        int fulls = 0;
        for (Place each : places.values()) {
            fulls += each.other == null ? 0 : 1;
        }
        int length = full.length;
        while (2 * fulls > length) {
            length *= 2;
        }
        Place[] next = new Place[length];
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
            now = List.of(Arrays.copyOf(all, size));
        }
        now.forEach(visitor);
    }

    /** Gives the memory back, after the recording is over and drained. */
    synchronized void retire() {
        Leaf[] noTable = new Leaf[FIRST_CAPACITY];
        Leaf[] noLeaves = new Leaf[FIRST_CAPACITY / 2];
        // nothing is allocated from here on, so that no memory is given back twice
        memory.give(bytes);
        for (int i = 0; i < size; i++) {
            memory.give(all[i].tallyBytes() - PayloadTally.BYTES - PayloadTally.HISTOGRAM_BYTES);
        }
        bytes = 0;
        table = noTable;
        all = noLeaves;
        size = 0;
    }
}
