package sim.export.span;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import sim.export.totals.Totals;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.Meter;

/**
 * Finds the context that a call surrounds: a method that begins a context by hand begins a little before it, and ends a little
 * after it, so it is in none. It belongs to the context all the same. Of an instance the contexts that ended in this batch and in the one before are
 * known. One thread at a time.
 */
final class Surroundings {
    private final Map<String, Ended> instances = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Ended> eldest) {
            return size() > Totals.MOST_INSTANCES;
        }
    };

    private record Lasted(long id, long parent, long start, long end) {}

    /**
     * By thread.
     *
     * @param now the contexts of the last batch, as it has them
     * @param both those of the one before, too: in the order in which they began, an outer one before those in it
     */
    private record Ended(Map<String, List<Lasted>> now, Map<String, List<Lasted>> both) {}

    /** An instance shipped its next batch. */
    void next(String instance, List<ContextRecord> contexts) {
        Map<String, List<Lasted>> now = new HashMap<>();
        for (ContextRecord each : contexts) {
            if (each.endMicros() != 0 && !each.thread().isEmpty()) { // many virtual threads have no name
                now.computeIfAbsent(each.thread(), added -> new ArrayList<>())
                        .add(new Lasted(each.id(), each.parent(), each.startMicros(), each.endMicros()));
            }
        }
        Ended before = instances.get(instance);
        Map<String, List<Lasted>> both = new HashMap<>();
        for (Map<String, List<Lasted>> each : before == null ? List.of(now) : List.of(before.now, now)) {
            each.forEach((thread, ended) -> both.computeIfAbsent(thread, added -> new ArrayList<>()).addAll(ended));
        }
        both.values().forEach(ended -> {
            Collections.reverse(ended); // an inner one ends first: so outer ones stay before those that began and ended with them
            ended.sort(Comparator.comparingLong(Lasted::start).thenComparing(Lasted::end, Comparator.reverseOrder()));
        });
        instances.put(instance, new Ended(now, both));
    }

    /** The one outermost context that ended in the call, on its thread, and took most of it; 0 for none. */
    long of(String instance, Invocation call) {
        Ended ended = instances.get(instance);
        List<Lasted> there = ended == null ? null : ended.both.get(call.thread());
        if (there == null) {
            return 0;
        }
        long from = call.beginMicros();
        long to = from + call.readings()[Meter.WALL.ordinal()] / 1_000 + 1; // it is rounded down
        Lasted only = null;
        Set<Long> inside = new HashSet<>();
        for (int i = firstFrom(there, from); i < there.size() && there.get(i).start <= to; i++) {
            Lasted context = there.get(i);
            if (context.end > to || !inside.add(context.id) || inside.contains(context.parent)) {
                continue;
            }
            if (only != null) {
                return 0; // a call around many costs no more than one around two
            }
            only = context;
        }
        return only != null && (only.end - only.start) * 2 >= to - from ? only.id : 0;
    }

    private static int firstFrom(List<Lasted> contexts, long from) {
        int low = 0;
        int high = contexts.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (contexts.get(middle).start < from) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
