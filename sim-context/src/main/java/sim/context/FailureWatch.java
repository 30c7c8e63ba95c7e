package sim.context;

/** Hears of contexts that end with an exception, on the threads that end them. Must not throw, and must not keep the exception. */
public interface FailureWatch {
    void failed(Context context, Throwable failure);
}
