package sim.metrics.probe;

/**
 * The wall time that a probe takes, ns: {@link #inside} is the part in the metered call, {@link #outside} the part in its caller. What reads nothing has the
 * second part alone.
 */
class ProbeCost {
    long inside;
    long outside;

    /** What a call takes to be metered, ns. A probe uses CPU while it runs. */
    long price() {
        return inside + outside;
    }
}
