package sim.metrics.probe;

/** Whether SIM accepts calls that begin or end on a thread now. */
enum Gate {
    /** Accepts all calls. */
    OPEN,
    /** Accepts calls that no extension makes. Each begin and end checks that. */
    GUARDED,
    /** Accepts none: SIM itself is at work, makes the thread's extensions, or asks the application for a text. */
    CLOSED,
    /** The thread's extensions must be made first. */
    NEW
}
