package sim.metrics.extension;

import java.util.Map;

/** A factory with counters of its own, such as how much it had to drop. They are shown with those of the runtime. */
public interface CountingFactory {
    /** Adds its counters, by name. Called by the collector's thread. */
    void count(Map<String, Long> counters);
}
