package sim.context;

/** Keeps the calling thread's scope. The runtime keeps it beside the thread's calls. Throws nothing but the error of a full heap or stack. */
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
