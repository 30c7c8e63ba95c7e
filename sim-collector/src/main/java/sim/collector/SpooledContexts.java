package sim.collector;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import sim.model.snapshot.ContextRecord;

/**
 * Keeps account of the contexts in a spool. A context is in its new set before it leaves the old one: a step that fails for want of memory
 * is done again. A context has several records, and the last one replaces the others. A context counts
 * as lost, once, when its last record is dropped and no record with its end was ever sent, unless it is sent again later. Guarded
 * by the spool's lock.
 */
final class SpooledContexts {
    /** The most contexts that are remembered, at about 50 bytes each. Beyond that, the oldest lost ones count as lost for good. */
    private static final int MOST = 100_000;

    /** Contexts that were open in their last sent record. Without another record they would stay open at the server. */
    private final Set<Long> openThere = new HashSet<>();
    private final Set<Long> lost = new LinkedHashSet<>();
    private long lostForGood;
    /**
     * Contexts that came again although no record with their end was stored, because earlier records were replaced or dropped: the
     * waiting ones and the sent ones.
     */
    private final Set<Long> firstAgain = new HashSet<>();
    private final Set<Long> firstSent = new HashSet<>();

    /** Notes records that came, perhaps not the first of their contexts. */
    void came(List<ContextRecord> records) {
        if (!lost.isEmpty()) {
            for (ContextRecord record : records) {
                Long id = record.id();
                if (record.again() && lost.contains(id)) {
                    firstAgain.add(id);
                }
                lost.remove(id);
            }
        }
    }

    /** Notes records that are on their way. */
    void sent(List<ContextRecord> records) {
        for (ContextRecord record : records) {
            Long id = record.id();
            if (record.endMicros() != 0) {
                openThere.remove(id);
                if (firstAgain.contains(id)) {
                    firstSent.add(id);
                    firstAgain.remove(id);
                }
            } else if (openThere.size() < MOST) {
                openThere.add(id);
            }
        }
    }

    /** Notes records that wait again. */
    void unsent(List<ContextRecord> records) {
        for (ContextRecord record : records) {
            Long id = record.id();
            if (firstSent.contains(id)) {
                firstAgain.add(id);
                firstSent.remove(id);
            }
        }
    }

    /** Notes records that the server has stored. */
    void stored(List<ContextRecord> records) {
        if (!firstSent.isEmpty()) {
            records.forEach(record -> firstSent.remove(record.id()));
        }
    }

    /** The last record of each context, the most important at the end: contexts that are open at the server, then the newest. */
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
     * @param records of what was not sent, oldest first; what is dropped is among them
     * @param kept what is still to be sent
     */
    void dropped(List<ContextRecord> records, List<ContextRecord> kept) {
        Map<Long, ContextRecord> last = new LinkedHashMap<>();
        Set<Long> first = new HashSet<>(firstAgain);
        for (ContextRecord record : records) {
            last.put(record.id(), record);
            if (!record.again()) {
                first.add(record.id());
            }
        }
        for (ContextRecord record : kept) {
            last.remove(record.id());
            if (record.again() && first.contains(record.id())) {
                firstAgain.add(record.id());
            }
        }
        for (ContextRecord record : last.values()) {
            if (first.contains(record.id())) {
                lose(record);
            }
            firstAgain.remove(record.id());
        }
    }

    private void lose(ContextRecord record) {
        lost.add(record.id());
        if (record.endMicros() != 0) {
            openThere.remove(record.id());
        }
        if (lost.size() > MOST) {
            Iterator<Long> oldest = lost.iterator();
            oldest.next();
            oldest.remove();
            lostForGood++;
        }
    }

    /** How many are lost. */
    long lost() {
        return lostForGood + lost.size();
    }
}
