package sim.context;

/** What is current on each thread, in a ThreadLocal: for tests of the mechanism without a runtime. */
final class TestThreads implements CurrentScope {
    private final ThreadLocal<Scope> scopes = new ThreadLocal<>();
    /** Whether there is no memory to keep a thread's first scope. */
    boolean isFull;
    /** With what a change fails, and whether it has come about by then; null for nothing. */
    Error failure;
    boolean failsLate;

    @Override
    public Scope get() {
        return scopes.get();
    }

    @Override
    public boolean set(Scope scope) {
        if (isFull && scopes.get() == null) {
            return scope == null;
        }
        if (failure != null && !failsLate) {
            throw failure;
        }
        scopes.set(scope);
        if (failure != null) {
            throw failure;
        }
        return true;
    }
}
