package sim.metrics.payload;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import sim.metrics.snapshot.payload.ControlObject;

/** The sums of a recording by control object and event type. Found without a lock, made under one. */
final class ObjectTallies {
    private final Memory memory;
    private final Mishaps mishaps;
    /** For payloads without control object and type: most. */
    private final ObjectTally none = new ObjectTally(0, -1);
    private volatile ObjectTally[] table = new ObjectTally[16];
    private final List<ObjectTally> all = new ArrayList<>(List.of(none));
    private final int most;

    ObjectTallies(Memory memory, Mishaps mishaps, int most) {
        this.memory = memory;
        this.mishaps = mishaps;
        this.most = most;
    }

    /** Never null. */
    ObjectTally find(long object, int type) {
        if (object == 0 && type < 0) {
            return none;
        }
        ObjectTally known = search(table, object, type);
        return known != null ? known : meet(object, type);
    }

    private static ObjectTally search(ObjectTally[] in, long object, int type) {
        int mask = in.length - 1;
        int at = ObjectTally.hash(object, type) & mask;
        ObjectTally tally = in[at];
        while (tally != null && (tally.object != object || tally.type != type)) {
            at = at + 1 & mask;
            tally = in[at];
        }
        return tally;
    }

    private synchronized ObjectTally meet(long object, int type) {
        ObjectTally known = search(table, object, type);
        if (known != null) {
            return known;
        }
        if (object > 0 && (all.size() >= most || !memory.take(ObjectTally.BYTES))) {
            mishaps.add(Mishaps.Kind.OBJECTS_FOLDED);
            return find(ControlObject.OTHER, type);
        }
        ObjectTally made = new ObjectTally(object, type);
        all.add(made);
        ObjectTally[] in = table;
        if (2 * all.size() > in.length) {
            ObjectTally[] larger = new ObjectTally[2 * in.length];
            all.subList(1, all.size()).forEach(each -> insert(larger, each));
            table = larger;
        } else {
            insert(in, made);
            table = in;
        }
        return made;
    }

    private static void insert(ObjectTally[] into, ObjectTally tally) {
        int mask = into.length - 1;
        int at = ObjectTally.hash(tally.object, tally.type) & mask;
        while (into[at] != null) {
            at = at + 1 & mask;
        }
        into[at] = tally;
    }

    void each(Consumer<ObjectTally> visitor) {
        List<ObjectTally> now;
        synchronized (this) {
            now = List.copyOf(all);
        }
        now.forEach(visitor);
    }

    synchronized void retire() {
        all.forEach(each -> memory.give(
                (each.object > 0 ? ObjectTally.BYTES : 0) + each.tallyBytes() - Tally.BYTES));
        all.clear();
    }
}
