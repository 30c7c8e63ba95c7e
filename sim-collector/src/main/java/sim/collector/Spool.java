package sim.collector;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import sim.metrics.snapshot.InvocationPacker;
import sim.metrics.snapshot.Invocations;
import sim.metrics.snapshot.Score;
import sim.metrics.snapshot.TreeRow;

/**
 * Parcels between the drain and the server's acknowledgement, in order. Bounded in bytes: what waits is melted into one
 * parcel, whose rows are sums and lose nothing but their resolution in time; then single invocations, events and
 * contexts are dropped, the oldest first, and counted by kind. Filled by the collector's thread, emptied by the
 * shipper's.
 */
final class Spool {
    private final long limit;
    private final Deque<Parcel> parcels = new ArrayDeque<>();
    private final Map<String, Long> dropped = new LinkedHashMap<>();
    private long lastSequence;
    private long bytes;
    private boolean ending;

    Spool(long limit) {
        this.limit = limit;
        for (String kind : List.of("spool.invocations.dropped", "spool.events.dropped", "spool.contexts.dropped",
                "spool.verdicts.dropped", "spool.platform.dropped")) {
            dropped.put(kind, 0L);
        }
    }

    synchronized void add(Parcel parcel) {
        parcels.add(parcel);
        bytes += parcel.bytes();
        if (bytes > limit) {
            melt();
        }
        notifyAll();
    }

    /** Nothing will be added any more: nobody waits for it. */
    synchronized void end() {
        ending = true;
        notifyAll();
    }

    /** The oldest parcel, with its sequence; waits until there is one, the end, or the time is over, then null. */
    synchronized Parcel first(long millis) throws InterruptedException {
        if (parcels.isEmpty() && !ending) {
            wait(millis);
        }
        Parcel first = parcels.peek();
        if (first != null && first.sequence == 0) {
            first.sequence = ++lastSequence;
        }
        return first;
    }

    /**
     * A sequence for a batch that must go before {@code first}, which takes the next one instead: it was not stored, so
     * its sequence is still free.
     */
    synchronized long sequenceBefore(Parcel first) {
        long free = first.sequence;
        first.sequence = ++lastSequence;
        return free;
    }

    /** Puts the halves of the first parcel in its place. */
    synchronized void split(Parcel first) {
        parcels.remove(first);
        bytes -= first.bytes();
        for (Parcel half : first.halves()) {
            parcels.addFirst(half);
            bytes += half.bytes();
        }
        parcels.peek().sequence = first.sequence;
    }

    /** The server has everything up to this sequence. */
    synchronized void stored(long sequence) {
        while (!parcels.isEmpty() && parcels.peek().sequence != 0 && parcels.peek().sequence <= sequence) {
            bytes -= parcels.remove().bytes();
        }
        lastSequence = Math.max(lastSequence, sequence);
    }

    synchronized boolean isEmpty() {
        return parcels.isEmpty();
    }

    synchronized Map<String, Long> dropped() {
        return new LinkedHashMap<>(dropped);
    }

    private void melt() {
        List<Parcel> waiting = new ArrayList<>();
        for (Iterator<Parcel> all = parcels.iterator(); all.hasNext();) {
            Parcel parcel = all.next();
            if (parcel.sequence == 0) {
                waiting.add(parcel);
                all.remove();
            }
        }
        bytes = parcels.stream().mapToLong(Parcel::bytes).sum();
        if (waiting.isEmpty()) {
            return;
        }
        Parcel last = waiting.get(waiting.size() - 1);
        Parcel rows = new Parcel(waiting.get(0).fromMicros, last.toMicros, sum(waiting), Invocations.NONE,
                List.of(), List.of(), List.of(), List.of(), List.of(), counters(waiting));
        long room = Math.max(0, limit / 2 - bytes - rows.bytes());
        Parcel melted = new Parcel(rows.fromMicros, rows.toMicros, rows.rows,
                newestCalls(waiting, room / 4),
                newest(waiting, p -> p.contexts, room / 4 / 1000, "spool.contexts.dropped"),
                newest(waiting, p -> p.events, room / 4 / 300, "spool.events.dropped"),
                latest(waiting), newest(waiting, p -> p.verdicts, room / 8 / 300, "spool.verdicts.dropped"),
                newest(waiting, p -> p.platform, room / 8 / 2_500, "spool.platform.dropped"), rows.counters);
        parcels.add(melted);
        bytes += melted.bytes();
    }

    /** Each name's last score: it says what the earlier ones said. */
    private static List<Score> latest(List<Parcel> waiting) {
        Map<Integer, Score> latest = new TreeMap<>();
        waiting.forEach(parcel -> parcel.scores.forEach(score -> latest.put(score.name(), score)));
        return List.copyOf(latest.values());
    }

    /** The last counters that were told. */
    private static Map<String, Long> counters(List<Parcel> waiting) {
        Map<String, Long> last = Map.of();
        for (Parcel parcel : waiting) {
            last = parcel.counters.isEmpty() ? last : parcel.counters;
        }
        return last;
    }

    /** Whole parcels' calls, as many as there is room for, the oldest left out first. */
    private Invocations newestCalls(List<Parcel> waiting, long room) {
        long left = room;
        int first = waiting.size();
        while (first > 0 && left >= waiting.get(first - 1).callBytes()) {
            left -= waiting.get(--first).callBytes();
        }
        InvocationPacker packer = new InvocationPacker();
        long drop = 0;
        for (int i = 0; i < waiting.size(); i++) {
            Invocations calls = waiting.get(i).invocations;
            if (i < first) {
                drop += calls.size();
            } else {
                packer.addAll(calls, 0, calls.size());
            }
        }
        dropped.merge("spool.invocations.dropped", drop, Long::sum);
        return packer.take();
    }

    private <T> List<T> newest(List<Parcel> waiting, Function<Parcel, List<T>> part, long room, String kind) {
        List<T> all = new ArrayList<>();
        waiting.forEach(parcel -> all.addAll(part.apply(parcel)));
        int drop = (int) Math.max(0, all.size() - room);
        dropped.merge(kind, (long) drop, Long::sum);
        return new ArrayList<>(all.subList(drop, all.size()));
    }

    private static List<TreeRow> sum(Collection<Parcel> waiting) {
        Map<Integer, TreeRow> sums = new TreeMap<>();
        for (Parcel parcel : waiting) {
            for (TreeRow row : parcel.rows) {
                sums.merge(row.node(), row, Rows::sum);
            }
        }
        return new ArrayList<>(sums.values());
    }
}
