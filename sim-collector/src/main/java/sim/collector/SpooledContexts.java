package sim.collector;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import sim.metrics.snapshot.ContextRecord;

/**
 * What a spool knows of contexts, of which each has several records: the last one replaces the others. A context is lost,
 * once, when its last record is dropped; one that is open in that record is lost until it is told of again. Guarded by the
 * spool's lock.
 */
final class SpooledContexts {
    /** Remembered contexts, of 50 bytes or so; what is dropped beyond them is counted for good. */
    private static final int MOST = 100_000;

    /** Open in the last record that was sent: without another they would stay open at the server. */
    private final Set<Long> openThere = new HashSet<>();
    private final Set<Long> lostOpen = new HashSet<>();
    private long lost;

    /** These are told of, perhaps again. */
    void came(List<ContextRecord> records) {
        if (!lostOpen.isEmpty()) {
            records.forEach(record -> lostOpen.remove(record.id()));
        }
    }

    /** These are on their way. */
    void sent(List<ContextRecord> records) {
        for (ContextRecord record : records) {
            if (record.endMicros() != 0) {
                openThere.remove(record.id());
            } else if (openThere.size() < MOST) {
                openThere.add(record.id());
            }
        }
    }

    /** The last record of each, the most wanted at the end: those that are open at the server, else the newest. */
    List<ContextRecord> last(List<ContextRecord> records) {
        Map<Long, ContextRecord> others = new LinkedHashMap<>();
        Map<Long, ContextRecord> awaited = new LinkedHashMap<>();
        for (ContextRecord record : records) {
            Map<Long, ContextRecord> to = openThere.contains(record.id()) ? awaited : others;
            to.remove(record.id()); // so that it is among the newest
            to.put(record.id(), record);
        }
        List<ContextRecord> last = new ArrayList<>(others.values());
        last.addAll(awaited.values());
        return last;
    }

    /**
     * Some are dropped.
     *
     * @param records oldest first; what is dropped is among them
     * @param kept what is still to be sent
     */
    void dropped(List<ContextRecord> records, List<ContextRecord> kept) {
        Map<Long, ContextRecord> last = new LinkedHashMap<>();
        records.forEach(record -> last.put(record.id(), record));
        kept.forEach(record -> last.remove(record.id()));
        for (ContextRecord dropped : last.values()) {
            if (dropped.endMicros() == 0 && lostOpen.size() < MOST) {
                lostOpen.add(dropped.id());
            } else {
                lost++;
                openThere.remove(dropped.id());
            }
        }
    }

    /** How many are lost. */
    long lost() {
        return lost + lostOpen.size();
    }
}
