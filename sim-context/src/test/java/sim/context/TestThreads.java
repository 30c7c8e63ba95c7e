package sim.context;

/** What is current on each thread, in a ThreadLocal: for tests of the mechanism without a runtime. */
final class TestThreads implements CurrentScope {
    private final ThreadLocal<Scope> scopes = new ThreadLocal<>();

    @Override
    public Scope get() {
        return scopes.get();
    }

    @Override
    public void set(Scope scope) {
        scopes.set(scope);
    }
}
