package sim.metrics.probe;

/** Whether SIM accepts calls that begin or end on a thread now. */
enum Gate {
    /** All are. */
    OPEN,
    /** Those are that an extension does not make itself: each begin and end looks. */
    GUARDED,
    /** None is: SIM is at work, or makes the thread's extensions, or asks the application for a text. */
    CLOSED,
    /** The thread's extensions are to be made first. */
    NEW
}
