package sim.context;

/** Keeps the calling thread's scope. The runtime keeps it beside the thread's calls. Never throws. */
public interface CurrentScope {
    /** The innermost scope, or null. */
    Scope get();

    /** Replaces it; null for none. */
    void set(Scope scope);
}
