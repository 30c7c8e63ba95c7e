package sim.payload.recording;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import sim.model.payload.ControlObject;

/**
 * The sums of a recording by control object and event type. Found without a lock, made under one, which may fail at any call where the
 * stack is full: so what there is changes by stores alone, as {@link Leaves} do.
 */
final class ObjectTallies {
    private static final int FIRST_CAPACITY = 16;

    private final PayloadMemory memory;
    private final Mishaps mishaps;
    /** For payloads without a control object and a type, which most are. */
    private final ObjectTally none = new ObjectTally(0, -1);
    /** Open addressing, at most half full; replaced or filled under the lock, and published by this volatile field. */
    private volatile ObjectTally[] table = new ObjectTally[FIRST_CAPACITY];
    /** In the order in which they were made, without {@link #none}; half as long as the table. */
    private ObjectTally[] all = new ObjectTally[FIRST_CAPACITY / 2];
    private int size;
    private final int most;

    ObjectTallies(PayloadMemory memory, Mishaps mishaps, int most) {
        this.memory = memory;
        this.mishaps = mishaps;
        this.most = most;
    }

    /** The sums of an object and a type; never null. */
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
        if (object > 0 && size + 1 >= most) {
            return folded(type);
        }
        if (size == all.length) {
            grow();
        }
        ObjectTally made = new ObjectTally(object, type);
        ObjectTally[] in = table;
        int at = freeIn(in, made);
        if (object > 0 && !memory.take(ObjectTally.BYTES)) {
            return folded(type);
        }
        // stores alone from here on
        all[size++] = made;
        in[at] = made;
        table = in;
        return made;
    }

    private ObjectTally folded(int type) {
        mishaps.add(Mishaps.Kind.OBJECTS_FOLDED);
        return find(ControlObject.OTHER, type);
    }

    private void grow() {
        ObjectTally[] larger = new ObjectTally[2 * table.length];
        for (ObjectTally each : all) {
            larger[freeIn(larger, each)] = each;
        }
        all = Arrays.copyOf(all, larger.length / 2);
        table = larger;
    }

    private static int freeIn(ObjectTally[] in, ObjectTally tally) {
        int mask = in.length - 1;
        int at = ObjectTally.hash(tally.object, tally.type) & mask;
        while (in[at] != null) {
            at = at + 1 & mask;
        }
        return at;
    }

    void each(Consumer<ObjectTally> visitor) {
        List<ObjectTally> now;
        synchronized (this) {
            now = List.of(Arrays.copyOf(all, size));
        }
        visitor.accept(none);
        now.forEach(visitor);
    }

    synchronized void retire() {
        ObjectTally[] noTable = new ObjectTally[FIRST_CAPACITY];
        ObjectTally[] noTallies = new ObjectTally[FIRST_CAPACITY / 2];
        // nothing is allocated from here on, so that no memory is given back twice
        memory.give(none.tallyBytes() - PayloadTally.BYTES);
        for (int i = 0; i < size; i++) {
            memory.give((all[i].object > 0 ? ObjectTally.BYTES : 0) + all[i].tallyBytes() - PayloadTally.BYTES);
        }
        table = noTable;
        all = noTallies;
        size = 0;
    }
}
