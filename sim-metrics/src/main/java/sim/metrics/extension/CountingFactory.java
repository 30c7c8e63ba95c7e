package sim.metrics.extension;

import java.util.Map;

/** A factory that has counters of its own, such as what it had to drop: they are shown with the runtime's. */
public interface CountingFactory {
    /** Adds them, named by kind. The collector's thread. */
    void count(Map<String, Long> counters);
}
