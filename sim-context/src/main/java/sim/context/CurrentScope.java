package sim.context;

/** Keeps the calling thread's scope. The runtime keeps it beside the thread's calls. Never throws. */
public interface CurrentScope {
    /** The innermost scope, or null. */
    Scope get();

    /**
     * Replaces it; null for none.
     *
     * @return false, and the thread still has no scope, if there is no memory to keep its first one
     */
    boolean set(Scope scope);
}
