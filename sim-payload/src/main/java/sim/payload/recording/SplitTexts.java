package sim.payload.recording;

import java.util.HashMap;
import java.util.Map;
import sim.base.name.Name;
import sim.base.name.Names;
import sim.metrics.feature.Place;
import sim.model.text.Text;

/**
 * The splitting nodes of a probe, by place and text. A thread finds a node without a lock, and makes a new one under the lock. A splitting
 * node is a node of the call tree. The class in its name is {@code split:} and the probe's class.
 */
final class SplitTexts {
    /** No name of a Java class begins so. */
    static final String PREFIX = "split:";
    private static final int FIRST_CAPACITY = 16;
    /** All recordings together may have this many times the texts of one. They are bounded because names and nodes cannot be given back. */
    private static final int RECORDINGS = 10;

    private static final class Entry {
        final int place;
        final String key;
        final int hash;
        final Place node;

        Entry(int place, String key, int hash, Place node) {
            this.place = place;
            this.key = key;
            this.hash = hash;
            this.node = node;
        }
    }

    private final Names names;
    private final Mishaps mishaps;
    private final PayloadBounds bounds;
    private final Name probe;
    /** Entries by place. */
    private final Map<Integer, int[]> atPlace = new HashMap<>();
    private volatile Entry[] table = new Entry[FIRST_CAPACITY];
    private int size;
    /** Names that this probe has added to the dictionary, which never forgets one. */
    private int admitted;

    SplitTexts(String type, Names names, PayloadBounds bounds, Mishaps mishaps) {
        this.names = names;
        this.bounds = bounds;
        this.mishaps = mishaps;
        this.probe = names.name(PREFIX + type);
    }

    /** The splitting node of a text below a place; never null. For a text that was met before, one look into a table. */
    Place find(Place place, String text) {
        String key = bounds.kept(text);
        int hash = Leaf.hash(place.id(), key);
        Entry known = search(table, place.id(), key, hash);
        return known != null ? known.node : meet(place, key, hash);
    }

    private static Entry search(Entry[] in, int place, String key, int hash) {
        int mask = in.length - 1;
        int at = hash & mask;
        Entry entry = in[at];
        while (entry != null && (entry.hash != hash || entry.place != place || !entry.key.equals(key))) {
            at = at + 1 & mask;
            entry = in[at];
        }
        return entry;
    }

    private Place meet(Place place, String key, int hash) {
        if (size >= bounds.splits()) { // read without the lock: the value may be a little old
            return other(place);
        }
        synchronized (this) {
            Entry known = search(table, place.id(), key, hash);
            if (known != null) {
                return known.node;
            }
            int[] here = atPlace.get(place.id());
            if (here == null) {
                here = new int[1];
                atPlace.put(place.id(), here);
            }
            if (here[0] >= bounds.splitsAtPlace() || size >= bounds.splits()) {
                return other(place);
            }
            Name name = probe.name(Text.wellFormed(key));
            int more = names.idOf(name) == 0 ? 1 : 0;
            if (more + admitted > RECORDINGS * bounds.splits()) {
                return other(place);
            }
            Name kept = names.admit(name);
            admitted += more;
            Place node = place.branch(kept);
            add(new Entry(place.id(), key, hash, node), here);
            return node;
        }
    }

    /** Called when a recording begins or ends. Each recording may use the whole bound. */
    synchronized void forget() {
        atPlace.clear();
        size = 0;
        table = new Entry[FIRST_CAPACITY];
    }

    private Place other(Place place) {
        mishaps.add(Mishaps.Kind.SPLITS_FOLDED);
        return place.branch(names.admit(probe.name(Leaves.OTHER)));
    }

    /** Where the stack is full on the way there is no entry, and it is met again. */
    private void add(Entry entry, int... here) {
        Entry[] in = table;
        if (2 * (size + 1) > in.length) {
            Entry[] larger = new Entry[2 * in.length];
            for (Entry each : in) {
                if (each != null) {
                    larger[freeIn(larger, each)] = each;
                }
            }
            in = larger;
        }
        int at = freeIn(in, entry);
        // stores alone from here on
        in[at] = entry;
        size++;
        here[0]++;
        table = in;
    }

    private static int freeIn(Entry[] in, Entry entry) {
        int mask = in.length - 1;
        int at = entry.hash & mask;
        while (in[at] != null) {
            at = at + 1 & mask;
        }
        return at;
    }
}
