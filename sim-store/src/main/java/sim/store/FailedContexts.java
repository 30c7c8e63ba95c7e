package sim.store;

/** Which contexts failed, as the sums of their kind count them: those that ended with an exception, of which somebody said so (an answer of 500 or more), or of whose outermost calls one failed. */
public final class FailedContexts {
    /** A condition on a record of a context. */
    public static final String FAILED = "(error IS NOT NULL OR end_micros <> 0 AND errors > 0)";

    private FailedContexts() {}
}
