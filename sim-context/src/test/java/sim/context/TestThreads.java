package sim.context;

/** What is current on each thread, in a ThreadLocal: for tests of the mechanism without a runtime. */
final class TestThreads implements CurrentScope {
    private final ThreadLocal<Scope> scopes = new ThreadLocal<>();
    /** Whether there is no memory to keep a thread's first scope. */
    boolean isFull;

    @Override
    public Scope get() {
        return scopes.get();
    }

    @Override
    public boolean set(Scope scope) {
        if (isFull && scopes.get() == null) {
            return scope == null;
        }
        scopes.set(scope);
        return true;
    }
}
