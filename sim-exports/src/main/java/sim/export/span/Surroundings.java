package sim.export.span;

import java.util.ArrayList;
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
 * Finds the context that a call surrounds: the method that handles a request begins a little before the request's context does, and ends a little
 * after it, so it is in none. It belongs to the request all the same. Of an instance the contexts that ended in this batch and in the one before are
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

    /** By thread. */
    private record Ended(Map<String, List<Lasted>> now, Map<String, List<Lasted>> before) {}

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
        instances.put(instance, new Ended(now, before == null ? Map.of() : before.now));
    }

    /** The one outermost context that ended in the call, on its thread, and took most of it; 0 for none. */
    long of(String instance, Invocation call) {
        Ended ended = instances.get(instance);
        if (ended == null) {
            return 0;
        }
        long from = call.beginMicros();
        long to = from + call.readings()[Meter.WALL.ordinal()] / 1_000 + 1; // it is rounded down
        Map<Long, Lasted> inside = new HashMap<>();
        for (Map<String, List<Lasted>> each : List.of(ended.now, ended.before)) {
            for (Lasted context : each.getOrDefault(call.thread(), List.of())) {
                if (context.start >= from && context.end <= to) {
                    inside.put(context.id, context);
                }
            }
        }
        Set<Long> ids = new HashSet<>(inside.keySet());
        inside.values().removeIf(context -> ids.contains(context.parent));
        if (inside.size() != 1) {
            return 0;
        }
        Lasted only = inside.values().iterator().next();
        return (only.end - only.start) * 2 >= to - from ? only.id : 0;
    }
}
