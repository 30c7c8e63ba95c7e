package sim.metrics.payload;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import sim.metrics.event.Bounded;
import sim.metrics.meter.Clock;
import sim.metrics.snapshot.Text;
import sim.metrics.snapshot.payload.ControlObject;
import sim.metrics.snapshot.payload.ControlObject.End;

/**
 * The control objects of a probe, by identity, held weakly. Found without a lock; met, opened and closed under one. Any
 * thread.
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
        /** Whether a recording has used it: the others are not told of. */
        volatile boolean told;

        Entry(Object object, ReferenceQueue<Object> queue, long id, int hash, String name, long openedMicros) {
            super(object, queue);
            this.id = id;
            this.hash = hash;
            this.name = name;
            this.openedMicros = openedMicros;
        }
    }

    private final Shared shared;
    private final int probe;
    private final ReferenceQueue<Object> collected = new ReferenceQueue<>();
    private volatile Entry[] table = new Entry[16];
    private int size;

    ControlObjects(Shared shared, int probe) {
        this.shared = shared;
        this.probe = probe;
    }

    /** The number of an object that is used; one that nobody opened is named by the probe. */
    long idOf(Object object, Definition definition) {
        int hash = hash(object);
        Entry known = search(table, object, hash);
        if (known == null) {
            String name = definition.nameOf(object); // the application's code: not under the lock
            synchronized (this) {
                known = search(table, object, hash);
                known = known != null ? known : meet(object, hash, name);
            }
        }
        if (known == null) {
            return ControlObject.OTHER;
        }
        if (!known.told) {
            tell(known);
        }
        return known.id;
    }

    /** It is opened; returns its number and tells its name. */
    synchronized long open(Object object, String name) {
        int hash = hash(object);
        Entry known = search(table, object, hash);
        if (known != null) {
            remove(known, End.CLOSED);
        }
        Entry met = meet(object, hash, name);
        return met == null ? ControlObject.OTHER : met.id;
    }

    /** It is closed; returns its number, 0 for one that was never seen. */
    synchronized long close(Object object) {
        Entry known = search(table, object, hash(object));
        if (known == null) {
            return 0;
        }
        tell(known);
        remove(known, End.CLOSED);
        return known.id;
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

    private Entry meet(Object object, int hash, String given) {
        forgetCollected();
        if (shared.open.get() >= shared.most) {
            shared.mishaps.add(Mishaps.Kind.OBJECTS_FOLDED);
            return null;
        }
        shared.open.incrementAndGet();
        long id = shared.ids.incrementAndGet();
        String name = given == null || given.isBlank() ? object.getClass().getSimpleName() + " #" + id : given;
        Entry entry = new Entry(object, collected, id, hash, Text.cut(name, shared.textLength), Clock.epochMicros());
        size++;
        if (2 * size > table.length) {
            rebuild(2 * table.length, entry, null);
        } else {
            Entry[] in = table;
            insert(in, entry);
            table = in;
        }
        return entry;
    }

    private void remove(Entry entry, End end) {
        rebuild(table.length, null, entry);
        forget(entry, end);
    }

    private void forget(Entry entry, End end) {
        size--;
        shared.open.decrementAndGet();
        if (entry.told) {
            shared.changes.offer(new ControlObject(entry.id, probe, entry.name, entry.openedMicros,
                    Clock.epochMicros(), end));
        }
    }

    private void tell(Entry entry) {
        entry.told = true;
        shared.changes.offer(new ControlObject(entry.id, probe, entry.name, entry.openedMicros, 0, End.OPEN));
    }

    private void rebuild(int length, Entry added, Entry removed) {
        Entry[] next = new Entry[length];
        for (Entry entry : table) {
            if (entry != null && entry != removed) {
                insert(next, entry);
            }
        }
        if (added != null) {
            insert(next, added);
        }
        table = next;
    }

    private static void insert(Entry[] into, Entry entry) {
        int mask = into.length - 1;
        int at = entry.hash & mask;
        while (into[at] != null) {
            at = at + 1 & mask;
        }
        into[at] = entry;
    }

    /** Forgets what the garbage collector took, in one pass however much it is. */
    synchronized void forgetCollected() {
        Set<Object> gone = null;
        for (Object each = collected.poll(); each != null; each = collected.poll()) {
            gone = gone == null ? Collections.newSetFromMap(new IdentityHashMap<>()) : gone;
            gone.add(each);
        }
        if (gone == null) {
            return;
        }
        Entry[] next = new Entry[table.length];
        for (Entry entry : table) {
            if (entry == null) {
                continue;
            }
            if (gone.contains(entry)) {
                forget(entry, End.COLLECTED);
            } else {
                insert(next, entry);
            }
        }
        table = next;
    }

    /** All that were told of, again. */
    synchronized void tellAgain() {
        for (Entry entry : table) {
            if (entry != null && entry.told) {
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
