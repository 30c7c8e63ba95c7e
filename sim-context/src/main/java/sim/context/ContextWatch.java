package sim.context;

/** Hears of the contexts of one name as they begin and end, on the threads on which they do so. Must not throw. */
public interface ContextWatch {
    /** A context has begun. */
    void began();

    /** A context has ended. */
    void ended();
}
