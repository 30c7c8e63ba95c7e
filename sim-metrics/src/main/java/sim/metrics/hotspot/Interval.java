package sim.metrics.hotspot;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** What each name did since names were last judged. The collector's thread makes and uses it. */
public final class Interval {
    /** How long it lasted, ns. */
    final long elapsed;
    private final Map<Integer, Firings> byName = new HashMap<>();
    private Explained explained;

    /**
     * @param elapsed how long it lasted, ns
     * @param all the calls of each name, once
     */
    public Interval(long elapsed, Collection<Firings> all) {
        this.elapsed = elapsed;
        all.forEach(each -> byName.put(each.id(), each));
    }

    Collection<Firings> all() {
        return byName.values();
    }

    /** The calls of a name by its id; null if there were none. */
    Firings of(int name) {
        return byName.get(name);
    }

    /** Which shares of it the names explain. Summed up when somebody asks first. */
    Explained explained() {
        explained = explained == null ? new Explained(all(), elapsed) : explained;
        return explained;
    }
}
