package sim.metrics.payload;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import sim.metrics.event.Bounded;
import sim.metrics.meter.Clock;
import sim.metrics.snapshot.Text;
import sim.metrics.snapshot.payload.ControlObject;
import sim.metrics.snapshot.payload.ControlObject.End;

/**
 * The control objects of a probe, by identity, held weakly. Found without a lock; met, opened and closed under one. Any
 * thread. The stack may be full at any call: so the table and its numbers change together, by stores alone.
 */
final class ControlObjects {
    /** What all probes share. */
    static final class Shared {
        final AtomicLong ids = new AtomicLong();
        final AtomicInteger open = new AtomicInteger();
        final Bounded<ControlObject> changes;
        final int most;
        final int textLength;
        final Mishaps mishaps;

        Shared(int most, int textLength, Mishaps mishaps) {
            this.most = most;
            this.textLength = textLength;
            this.mishaps = mishaps;
            this.changes = new Bounded<>(2 * most);
        }
    }

    private static final class Entry extends WeakReference<Object> {
        final long id;
        final int hash;
        final String name;
        final long openedMicros;
        /** Whether a recording has used it: the others are not told of. Written under the lock. */
        volatile boolean told;
        /** Whether it was closed or collected. Under the lock. */
        boolean gone;

        Entry(Object object, ReferenceQueue<Object> queue, long id, int hash, String name, long openedMicros) {
            super(object, queue);
            this.id = id;
            this.hash = hash;
            this.name = name;
            this.openedMicros = openedMicros;
        }
    }

    private static final int SMALLEST = 16;
    /** At the place of one that is gone: what was put behind it is found beyond. Nobody's. */
    private static final Entry GRAVE = new Entry(null, null, 0, 0, "", 0);

    private final Shared shared;
    private final int probe;
    private final ReferenceQueue<Object> collected = new ReferenceQueue<>();
    private volatile Entry[] table = new Entry[SMALLEST];
    private int size;
    /** Places whose entry is gone. */
    private int graves;

    ControlObjects(Shared shared, int probe) {
        this.shared = shared;
        this.probe = probe;
    }

    /** The number of an object that is used; 0 for one that was not met. */
    long known(Object object) {
        Entry known = search(table, object, hash(object));
        return known == null ? 0 : used(known);
    }

    /** The same for one that nobody opened: it is named by the probe, whose code is called. */
    long meet(Object object, Definition definition) {
        if (isFull()) {
            return ControlObject.OTHER;
        }
        String name = definition.nameOf(object); // the application's code: not under the lock
        int hash = hash(object);
        Entry met;
        synchronized (this) {
            Entry known = search(table, object, hash);
            met = known != null ? known : add(object, hash, name);
        }
        return met == null ? ControlObject.OTHER : used(met);
    }

    private long used(Entry entry) {
        if (!entry.told) {
            synchronized (this) {
                if (!entry.told && !entry.gone) { // else its end would be told first
                    tell(entry);
                }
            }
        }
        return entry.id;
    }

    /** It is opened; returns its number and tells its name. */
    synchronized long open(Object object, String name) {
        int hash = hash(object);
        Entry known = search(table, object, hash);
        if (known != null) {
            remove(known, End.CLOSED);
        }
        Entry met = add(object, hash, name);
        return met == null ? ControlObject.OTHER : met.id;
    }

    /** It is closed; returns its number, 0 for one that was never seen. */
    long close(Object object) {
        int hash = hash(object);
        if (search(table, object, hash) == null) {
            return 0; // without the lock: a pool closes what was never met
        }
        synchronized (this) {
            Entry known = search(table, object, hash);
            if (known == null) {
                return 0;
            }
            tell(known);
            remove(known, End.CLOSED);
            return known.id;
        }
    }

    /** The name of one that is open; empty for any other. */
    String nameOf(Object object) {
        Entry known = search(table, object, hash(object));
        return known == null ? "" : known.name;
    }

    private static int hash(Object object) {
        int hash = System.identityHashCode(object) * 0x9E3779B9;
        return hash ^ hash >>> 16;
    }

    private static Entry search(Entry[] in, Object object, int hash) {
        int mask = in.length - 1;
        int at = hash & mask;
        Entry entry = in[at];
        while (entry != null && (entry.hash != hash || !entry.refersTo(object))) {
            at = at + 1 & mask;
            entry = in[at];
        }
        return entry;
    }

    private boolean isFull() {
        if (shared.open.get() >= shared.most) {
            forgetCollected();
            if (shared.open.get() >= shared.most) {
                shared.mishaps.add(Mishaps.Kind.OBJECTS_FOLDED);
                return true;
            }
        }
        return false;
    }

    /** Under the lock; null where there are too many. */
    private Entry add(Object object, int hash, String given) {
        forgetCollected();
        if (isFull()) {
            return null;
        }
        long id = shared.ids.incrementAndGet();
        String name = given == null || given.isBlank() ? object.getClass().getSimpleName() + " #" + id : given;
        Entry entry = new Entry(object, collected, id, hash, Text.cut(name, shared.textLength), Clock.epochMicros());
        if (2 * (size + 1 + graves) > table.length) {
            renew();
        }
        Entry[] in = table;
        int at = freeIn(in, entry);
        shared.open.incrementAndGet();
        graves -= in[at] == GRAVE ? 1 : 0;
        in[at] = entry;
        size++;
        table = in;
        return entry;
    }

    private void remove(Entry entry, End end) {
        Entry[] in = table;
        int mask = in.length - 1;
        int at = entry.hash & mask;
        while (in[at] != entry) {
            at = at + 1 & mask;
        }
        shared.open.decrementAndGet();
        in[at] = GRAVE;
        graves++;
        size--;
        entry.gone = true;
        if (entry.told) {
            shared.changes.offer(new ControlObject(entry.id, probe, entry.name, entry.openedMicros,
                    Clock.epochMicros(), end));
        }
    }

    private void tell(Entry entry) {
        entry.told = true;
        shared.changes.offer(new ControlObject(entry.id, probe, entry.name, entry.openedMicros, 0, End.OPEN));
    }

    /** Without graves, and with room for as many at least: a pass over all once in as many. */
    private void renew() {
        Entry[] next = new Entry[Math.max(SMALLEST, Integer.highestOneBit(size + 1) * 8)];
        for (Entry entry : table) {
            if (entry != null && entry != GRAVE) {
                next[freeIn(next, entry)] = entry;
            }
        }
        graves = 0;
        table = next;
    }

    private static int freeIn(Entry[] in, Entry entry) {
        int mask = in.length - 1;
        int at = entry.hash & mask;
        while (in[at] != null && in[at] != GRAVE) {
            at = at + 1 & mask;
        }
        return at;
    }

    /** Forgets what the garbage collector took. */
    synchronized void forgetCollected() {
        for (Object each = collected.poll(); each != null; each = collected.poll()) {
            Entry entry = (Entry) each;
            if (!entry.gone) {
                remove(entry, End.COLLECTED);
            }
        }
    }

    /** All that were told of, again. */
    synchronized void tellAgain() {
        for (Entry entry : table) {
            if (entry != null && entry.told && entry != GRAVE) {
                tell(entry);
            }
        }
    }

    static List<ControlObject> drain(Shared shared) {
        List<ControlObject> changes = new ArrayList<>();
        shared.changes.drain(changes);
        return changes;
    }
}
