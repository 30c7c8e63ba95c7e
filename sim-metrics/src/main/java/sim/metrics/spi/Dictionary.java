package sim.metrics.spi;

import java.util.List;
import java.util.Map;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;

/** Explains the ids in a snapshot, and has the counters. Only grows. Any thread. */
public interface Dictionary {
    /** The names with an id greater than {@code id}, ascending. */
    List<NameEntry> namesAfter(int id);

    /** The call tree's places with an id greater than {@code id}, ascending. */
    List<NodeEntry> nodesAfter(int id);

    /** The labels of the meters that extensions added, in the order in which they follow the built-in ones. The list never changes. */
    List<String> extraMeters();

    /** How much was dropped or healed since the JVM started, by kind. */
    Map<String, Long> counters();
}
