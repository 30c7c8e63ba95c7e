package sim.instrumentation.aop.aspectj;

import java.lang.ref.WeakReference;
import org.aspectj.lang.JoinPoint;

/**
 * Where join points' probes are when SIM's agent is not there to put them into the woven class. Open addressing by identity over weak keys, so that no class is kept alive; read without a lock,
 * written under one.
 */
final class JoinPointTable {
    private static volatile Entry[] table = new Entry[1024];
    private static int used;

    private JoinPointTable() {}

    static WovenSite find(JoinPoint.StaticPart part) {
        Entry[] entries = table;
        int mask = entries.length - 1;
        for (int i = System.identityHashCode(part) & mask; entries[i] != null; i = i + 1 & mask) {
            if (entries[i].refersTo(part)) {
                return entries[i].site;
            }
        }
        return add(part);
    }

    private static synchronized WovenSite add(JoinPoint.StaticPart part) {
        for (Entry known : table) {
            if (known != null && known.refersTo(part)) {
                return known.site;
            }
        }
        Entry entry = new Entry(part);
        Entry[] entries = table;
        if (++used * 2 > entries.length) {
            entries = grown(entries);
        }
        insert(entries, entry);
        table = entries;
        return entry.site;
    }

    /** A table with room, without the join points of classes that are gone. */
    private static Entry[] grown(Entry[] entries) {
        int alive = 1;
        for (Entry known : entries) {
            if (known != null && !known.refersTo(null)) {
                alive++;
            }
        }
        Entry[] larger = new Entry[Math.max(1024, Integer.highestOneBit(alive) * 4)];
        for (Entry known : entries) {
            if (known != null && !known.refersTo(null)) {
                insert(larger, known);
            }
        }
        used = alive;
        return larger;
    }

    private static void insert(Entry[] entries, Entry entry) {
        int mask = entries.length - 1;
        int i = entry.hash & mask;
        while (entries[i] != null) {
            i = i + 1 & mask;
        }
        entries[i] = entry;
    }

    private static final class Entry extends WeakReference<JoinPoint.StaticPart> {
        final int hash;
        final WovenSite site;

        Entry(JoinPoint.StaticPart part) {
            super(part);
            this.hash = System.identityHashCode(part);
            this.site = new WovenSite(JoinPoints.newSite(part));
        }
    }
}
