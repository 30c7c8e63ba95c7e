package sim.collector;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import sim.metrics.snapshot.ContextRecord;

/**
 * Keeps account of the contexts in a spool. A context has several records, and the last one replaces the others. A context counts
 * as lost, once, when its last record is dropped and no record with its end was ever sent, unless it is sent again later. Guarded
 * by the spool's lock.
 */
final class SpooledContexts {
    /** Remembered contexts, of 50 bytes or so. Of those that are lost beyond them the oldest are lost for good. */
    private static final int MOST = 100_000;

    /** Open in the last record that was sent: without another they would stay open at the server. */
    private final Set<Long> openThere = new HashSet<>();
    private final Set<Long> lost = new LinkedHashSet<>();
    private long lostForGood;
    /** Told of again, though no record with their end was stored: those before were replaced or dropped. Waiting, and sent. */
    private final Set<Long> firstAgain = new HashSet<>();
    private final Set<Long> firstSent = new HashSet<>();

    /** These are told of, perhaps again. */
    void came(List<ContextRecord> records) {
        if (!lost.isEmpty()) {
            for (ContextRecord record : records) {
                if (lost.remove(record.id()) && record.again()) {
                    firstAgain.add(record.id());
                }
            }
        }
    }

    /** These are on their way. */
    void sent(List<ContextRecord> records) {
        for (ContextRecord record : records) {
            if (record.endMicros() != 0) {
                openThere.remove(record.id());
                if (firstAgain.remove(record.id())) {
                    firstSent.add(record.id());
                }
            } else if (openThere.size() < MOST) {
                openThere.add(record.id());
            }
        }
    }

    /** They wait again. */
    void unsent(List<ContextRecord> records) {
        for (ContextRecord record : records) {
            if (firstSent.remove(record.id())) {
                firstAgain.add(record.id());
            }
        }
    }

    /** The server has these. */
    void stored(List<ContextRecord> records) {
        if (!firstSent.isEmpty()) {
            records.forEach(record -> firstSent.remove(record.id()));
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
            firstAgain.remove(record.id());
            if (first.contains(record.id())) {
                lose(record);
            }
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
