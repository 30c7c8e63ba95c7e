package sim.instrumentation.data;

import java.util.Objects;
import sim.metrics.probe.OutOfLine;
import sim.metrics.probe.ProbeSite;

/**
 * Meters calls by hand: call {@link #start} before, and {@link #end} or {@link #endWithException} after, on one thread. The probe
 * may be used again after its end. It throws only where the published one did.
 *
 * <p>The compiler need not allocate a probe that stays in its method, if no method gets {@code this} without being inlined there.
 * In a {@code catch} or {@code finally} that was rarely reached, the compiler inlines at most 6 byte codes. Of the methods that
 * these call, it inlines up to 35 byte codes, if the machine code is small too ({@link OutOfLine}). The methods below are written
 * for that. With one method for both ends, and the name looked up each time, a call allocated 176 bytes; now it allocates none.
 */
public final class MethodProbe {
    /** Returned by a begin that metered nothing, to distinguish it from no begin. */
    private static final Object UNMETERED = new Object();
    private static final Object ENDED = new Object();
    /** The outcome of a call that threw nothing. */
    private static final Object RETURNED = new Object();

    private final ProbeSite site;
    /** The value that the begin returned; null before the first begin, {@link #ENDED} after each end. */
    private Object begun;

    MethodProbe(ProbeSite site) {
        this.site = site;
    }

    /** Starts the probe. If it was started and not ended, nothing happens, and SIM counts that. */
    public MethodProbe start() {
        begun = start(site, begun);
        return this;
    }

    /** @throws IllegalStateException if it was not started, or has ended since */
    public void end() {
        endNormally();
    }

    /**
     * Ends the probe by an exception. A probe that was never started counts as a call that failed at once, because an exception
     * thrown here would replace the application's.
     *
     * @throws IllegalStateException if it has ended
     * @throws NullPointerException if there is no exception
     */
    public void endWithException(Throwable exception) {
        finish(exception);
    }

    /** Class and method, joined by a dot. */
    public String getName() {
        return site.name().toString();
    }

    private void endNormally() {
        finish(RETURNED);
    }

    /** @param outcome what was thrown, or {@link #RETURNED} */
    private void finish(Object outcome) {
        begun = finish(site, begun, outcome);
    }

    /** Returns the value that its begin returned. */
    private static Object start(ProbeSite site, Object begun) {
        if (begun != null && begun != ENDED) {
            OutOfLine.begunTwice(site);
            return begun;
        }
        Object hint = OutOfLine.begin(site);
        return hint == null ? UNMETERED : hint;
    }

    /** Returns null, because nothing is begun any more. */
    private static Object finish(ProbeSite site, Object started, Object outcome) {
        Throwable thrown = outcome == RETURNED ? null : (Throwable) Objects.requireNonNull(outcome, "exception");
        Object begun = started == null && thrown != null ? start(site, null) : started;
        if (begun == null || begun == ENDED) {
            throw new IllegalStateException(name(site) + " cannot " + (thrown == null ? "end()" : "endWithException()")
                    + ": start() is missing");
        }
        OutOfLine.end(site, begun == UNMETERED ? null : begun, thrown);
        return ENDED;
    }

    private static String name(ProbeSite site) {
        return "MethodProbe " + site.name();
    }

    @Override
    public String toString() {
        return name(site);
    }
}
