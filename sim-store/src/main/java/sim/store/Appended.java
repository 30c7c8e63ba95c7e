package sim.store;

/** The result of appending a batch. */
public enum Appended {
    /** It is stored, durably. */
    STORED,
    /** Its sequence is not after the last one of its instance: it is there already and was left out. */
    ALREADY,
    /** The store works, but can never store this batch. It keeps the batch as a file, counts it, and takes its sequence as done. */
    QUARANTINED,
    /** It was quarantined before, and is still there. */
    QUARANTINED_ALREADY,
    /** The store does not know the instance, or no longer does, and kept nothing. The instance has to say hello again. */
    UNKNOWN_INSTANCE
}
