package sim.metrics.spi;

import java.util.List;
import java.util.Map;
import sim.metrics.snapshot.NameEntry;
import sim.metrics.snapshot.NodeEntry;

/** What the ids in a snapshot mean, and what stands beside it. Only grows. Any thread. */
public interface Dictionary {
    /** The names with an id greater than {@code id}, ascending. */
    List<NameEntry> namesAfter(int id);

    /** The call tree's places with an id greater than {@code id}, ascending. */
    List<NodeEntry> nodesAfter(int id);

    /** The labels of the meters extensions added, in their order behind the built-in ones; never changes. */
    List<String> extraMeters();

    /** What had to be dropped or healed since the JVM started, by kind. */
    Map<String, Long> counters();
}
