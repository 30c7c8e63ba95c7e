package sim.metrics.probe;

/** The wall time that a probe takes, ns: {@link #inside} is the part in the metered call, {@link #outside} the part in its caller. */
class ProbeCost {
    long inside;
    long outside;
}
