package sim.metrics.probe;

import sim.metrics.context.Scope;
import sim.metrics.meter.Meter;
import sim.metrics.tree.Node;

/** A call in progress. Preallocated and used again; no state of one call outlives its end. */
final class Frame {
    ProbeSite site;
    Node node;
    /** The scope it began in, if it is the outermost call there; else null. */
    Scope outermostIn;
    /** The scope it began in. */
    Scope scope;
    long beginTick;
    final long[] begin = new long[Meter.COUNT];
    /** What metered inner calls took, by meter; wall time in ns. */
    final long[] inner = new long[Meter.COUNT];
}
