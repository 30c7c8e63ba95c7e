package sim.payload.recording;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import sim.base.event.Bounded;
import sim.base.meter.Clock;
import sim.base.redact.Redaction;
import sim.model.payload.ControlObject;
import sim.model.payload.ControlObject.End;
import sim.model.text.Text;

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
        final Redaction redaction;
        final Mishaps mishaps;

        /** @param redaction what is not kept of names: one may be the URL of a database */
        Shared(int most, int textLength, Redaction redaction, Mishaps mishaps) {
            this.most = most;
            this.textLength = textLength;
            this.redaction = redaction;
            this.mishaps = mishaps;
            this.changes = new Bounded<>(2 * most);
        }
    }

    private static final class Entry extends WeakReference<Object> {
        final long id;
        final int hash;
        final String name;
        final long openedMicros;
        /** Whether the server is told of it: a recording has used it, or it was open at a drain of one. Written under the lock. */
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
    /** Stands in the slot of a removed entry, so that a search goes on past it. Stands for no object. */
    private static final Entry GRAVE = new Entry(null, null, 0, 0, "", 0);

    private final Shared shared;
    private final int probe;
    private final ReferenceQueue<Object> collected = new ReferenceQueue<>();
    private volatile Entry[] table = new Entry[SMALLEST];
    private int size;
    /** Slots that hold {@link #GRAVE}. */
    private int graves;

    ControlObjects(Shared shared, int probe) {
        this.shared = shared;
        this.probe = probe;
    }

    /** The number of an object that a payload uses; 0 if SIM has not met the object. */
    long known(Object object) {
        Entry known = search(table, object, hash(object));
        return known == null ? 0 : used(known);
    }

    /** The same for an object that nobody opened. Calls the probe, which is code of the application, for its name. */
    long meet(Object object, Definition definition) {
        if (isFull(true)) {
            return ControlObject.OTHER;
        }
        String name = kept(definition.nameOf(object)); // the application's code: not under the lock
        int hash = hash(object);
        Entry met;
        synchronized (this) {
            Entry known = search(table, object, hash);
            met = known != null ? known : add(object, hash, name, true);
        }
        return met == null ? ControlObject.OTHER : used(met);
    }

    private long used(Entry entry) {
        if (!entry.told) {
            synchronized (this) {
                if (!entry.told && !entry.gone) { // otherwise the server would hear of its end first
                    tell(entry);
                }
            }
        }
        return entry.id;
    }

    /**
     * Notes that the application opens an object. Returns its number.
     *
     * @param isRecorded whether the probe records: the server is then told at once, because what nobody uses may be collected before the
     *                   next drain
     */
    long open(Object object, String name, boolean isRecorded) {
        String kept = kept(name);
        int hash = hash(object);
        synchronized (this) {
            Entry known = search(table, object, hash);
            if (known != null) {
                remove(known, End.CLOSED);
            }
            Entry met = add(object, hash, kept, isRecorded);
            if (met != null && isRecorded) {
                tell(met);
            }
            return met == null ? ControlObject.OTHER : met.id;
        }
    }

    /** What may be kept of a name. */
    private String kept(String name) {
        return name == null ? null : shared.redaction.text(Text.cut(name, shared.textLength));
    }

    /** Notes that the application closes an object. Returns its number; 0 if SIM has not met it. */
    long close(Object object) {
        int hash = hash(object);
        if (search(table, object, hash) == null) {
            return 0; // without the lock, because pools often close objects that SIM has not met
        }
        synchronized (this) {
            Entry known = search(table, object, hash);
            if (known == null) {
                return 0;
            }
            if (!known.told) {
                tell(known);
            }
            remove(known, End.CLOSED);
            return known.id;
        }
    }

    /** The name of an open object; empty for any other. */
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

    private boolean isFull(boolean isRecorded) {
        if (shared.open.get() >= shared.most) {
            forgetCollected(isRecorded);
            if (shared.open.get() >= shared.most) {
                shared.mishaps.add(Mishaps.Kind.OBJECTS_FOLDED);
                return true;
            }
        }
        return false;
    }

    /** Called under the lock. Null if there are too many. */
    private Entry add(Object object, int hash, String kept, boolean isRecorded) {
        forgetCollected(isRecorded);
        if (isFull(isRecorded)) {
            return null;
        }
        long id = shared.ids.incrementAndGet();
        String name = kept == null || kept.isBlank()
                ? Text.cut(object.getClass().getSimpleName() + " #" + id, shared.textLength)
                : kept;
        Entry entry = new Entry(object, collected, id, hash, name, Clock.epochMicros());
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

    /**
     * Forgets objects that the garbage collector has taken.
     *
     * @param isRecorded whether the probe records: one that was opened before, and that nobody has used since, leaked too
     */
    synchronized void forgetCollected(boolean isRecorded) {
        for (Object each = collected.poll(); each != null; each = collected.poll()) {
            Entry entry = (Entry) each;
            if (!entry.gone) {
                if (isRecorded && !entry.told) {
                    tell(entry);
                }
                remove(entry, End.COLLECTED);
            }
        }
    }

    /**
     * Sends the open objects that no recording has used yet: what is opened and never used is what leaks. Called by the collector's thread
     * while the probe records.
     */
    synchronized void tellUnused() {
        for (Entry entry : table) {
            if (entry != null && !entry.told && entry != GRAVE) {
                tell(entry);
            }
        }
    }

    /** Sends all objects again that were sent. */
    synchronized void tellAgain() {
        for (Entry entry : table) {
            if (entry != null && entry.told && entry != GRAVE) {
                tell(entry);
            }
        }
    }

}
