package sim.agent.idle;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import sim.base.name.Name;

/**
 * Which classes were woven, and under which configuration: a number for each name of a class. A verdict on a method is kept with it, and counts
 * in a later run only for the same number. On the threads that load classes, and on the one that keeps verdicts.
 */
final class ClassStamps {
    /** The number of a name that several different classes have, and of one that is not known. */
    static final long NONE = 0;
    private static final int MOST = IdlePlan.MOST;

    /** By the classes' names, as metered names have them. */
    private final Map<String, Long> stamps = new ConcurrentHashMap<>();

    /**
     * Notes a class that is loaded.
     *
     * @param name its internal name
     */
    void add(String name, long stamp) {
        if (stamps.size() < MOST) {
            stamps.merge(name.replace('/', '.'), stamp, (known, other) -> known.equals(other) ? known : NONE);
        }
    }

    /** The number for the class of a method. */
    long of(Name method) {
        Long stamp = stamps.get(method.owner());
        return stamp == null ? NONE : stamp;
    }
}
