package sim.store;

/** The result of appending a batch. */
public enum Appended {
    /** It is stored, durably. */
    STORED,
    /** Its sequence is not after the last one of its instance: it is there already and was left out. */
    ALREADY,
    /**
     * It cannot be stored, however often it is sent, though the store is well: it is kept as a file, counted, and its
     * sequence is taken as done.
     */
    QUARANTINED,
    /** It was quarantined before, and is still there. */
    QUARANTINED_ALREADY,
    /** The store does not know the instance, or no longer: nothing was kept. It has to say hello again. */
    UNKNOWN_INSTANCE
}
