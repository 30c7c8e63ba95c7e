package sim.context;

/** Hears of contexts that end with an exception, on the threads that end them. Must not throw, and must not keep the exception. */
public interface FailureWatch {
    /** @param parent the context outside it, 0 for none */
    void failed(long context, long parent, Throwable failure);
}
