package sim.context;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import sim.model.snapshot.Stay;

/** The threads on which a context was current, and when: the bars of the timeline. Guarded by the context's lock. */
final class Stays {
    /** The most threads that are kept apart. All further ones have one name. */
    private static final int LIMIT = 32;
    private static final String OTHERS = "[others]";

    private final Map<String, Stay> byThread = new LinkedHashMap<>(2);

    void add(Stay stay) {
        String thread = stay.thread();
        boolean apart = byThread.size() < LIMIT || byThread.containsKey(thread);
        Stay added = apart ? stay : new Stay(OTHERS, stay.startMicros(), stay.endMicros(), stay.times());
        Stay before = byThread.get(added.thread()); // no lambda: one that is linked on a full stack throws an InternalError
        byThread.put(added.thread(), before == null ? added : sum(before, added));
    }

    Stays copy() {
        Stays copy = new Stays();
        copy.byThread.putAll(byThread);
        return copy;
    }

    List<Stay> list() {
        return new ArrayList<>(byThread.values());
    }

    private static Stay sum(Stay a, Stay b) {
        return new Stay(a.thread(), Math.min(a.startMicros(), b.startMicros()),
                a.endMicros() == 0 || b.endMicros() == 0 ? 0 : Math.max(a.endMicros(), b.endMicros()),
                a.times() + b.times());
    }
}
