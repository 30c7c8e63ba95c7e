package sim.instrumentation.data;

import java.util.Objects;
import sim.metrics.probe.OutOfLine;
import sim.metrics.probe.ProbeSite;

/**
 * Meters calls by hand: {@link #start} before, {@link #end} or {@link #endWithException} after, in that order and on one
 * thread. May be used again after its end. Throws where the published one did and nowhere else.
 *
 * <p>One that stays in its method need not be an object: nothing that is not inlined there is given {@code this}. An end in a
 * {@code catch} or {@code finally} was mostly never reached, and there the compiler inlines no more than 6 byte codes; what
 * these call it inlines up to 35, if that is small as machine code too ({@link OutOfLine}). Hence the shape of what follows:
 * with one method for both ends, and the name looked up each time, a call allocated 176 bytes, and now none.
 */
public final class MethodProbe {
    /** What a begin that metered nothing returned, to tell it from no begin. */
    private static final Object UNMETERED = new Object();
    private static final Object ENDED = new Object();
    /** How a call ended that threw nothing. */
    private static final Object RETURNED = new Object();

    private final ProbeSite site;
    /** What its begin returned; null before the first, {@link #ENDED} after each end. */
    private Object begun;

    MethodProbe(ProbeSite site) {
        this.site = site;
    }

    /** Where it was started and not ended nothing happens, which is counted. */
    public MethodProbe start() {
        begun = start(site, begun);
        return this;
    }

    /** @throws IllegalStateException if it was not started, or has ended since */
    public void end() {
        endNormally();
    }

    /**
     * One that never started is counted as a call that failed at once: an exception from here would replace the application's.
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

    /** Returns what its begin returned. */
    private static Object start(ProbeSite site, Object begun) {
        if (begun != null && begun != ENDED) {
            OutOfLine.begunTwice(site);
            return begun;
        }
        Object hint = OutOfLine.begin(site);
        return hint == null ? UNMETERED : hint;
    }

    /** Returns what is begun from now on, which is nothing. */
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
