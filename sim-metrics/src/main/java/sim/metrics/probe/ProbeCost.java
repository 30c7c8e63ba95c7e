package sim.metrics.probe;

/** What a probe takes of wall time, ns: {@link #inside} is seen in the metered call, {@link #outside} by its caller beside it. */
class ProbeCost {
    long inside;
    long outside;
}
