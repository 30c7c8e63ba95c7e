package sim.metrics.context;

/** Is told of contexts of one name as they begin and end, on the threads where they do. Must not throw. */
public interface ContextWatch {
    /** One has begun. */
    void began();

    /** One that had begun has ended. */
    void ended();
}
