package sim.instrumentation.data;

import java.util.Objects;
import sim.metrics.probe.ProbeSite;

/**
 * Meters calls by hand: {@link #start} before, {@link #end} or {@link #endWithException} after, in that order and on one
 * thread. May be used again after its end.
 *
 * <p>{@link #end}, {@link #endWithException} and what they share must stay at most 35 byte codes long each and pass no
 * {@code this} to anything longer: an end in a {@code catch} or {@code finally} is never hot, so the compiler inlines no more
 * than that there, and where it does not inline it allocates the probe, at every call. Before they did so a call allocated
 * 176 bytes, its place's look-up included, and now none ({@code HandMadeIT}).
 */
public final class MethodProbe {
    /** What a begin that metered nothing returns, to tell it from no begin. */
    private static final Object UNMETERED = new Object();

    private final ProbeSite site;
    /** What its begin returned, null while there is none. */
    private Object begun;

    MethodProbe(ProbeSite site) {
        this.site = site;
    }

    /** @throws IllegalStateException if it was started and not ended */
    public MethodProbe start() {
        if (begun != null) {
            throw new IllegalStateException(name(site) + " is already started: end() or endWithException() is missing");
        }
        Object hint = site.begin();
        begun = hint == null ? UNMETERED : hint;
        return this;
    }

    /** @throws IllegalStateException if it was not started */
    public void end() {
        finish("end()", null);
    }

    /** @throws IllegalStateException if it was not started */
    public void endWithException(Throwable exception) {
        finish("endWithException()", Objects.requireNonNull(exception, "exception"));
    }

    private void finish(String call, Throwable exception) {
        Object hint = begun;
        if (hint == null) {
            throw notStarted(site, call);
        }
        begun = null;
        end(site, hint, exception);
    }

    private static void end(ProbeSite site, Object hint, Throwable exception) {
        site.end(hint == UNMETERED ? null : hint, exception);
    }

    private static IllegalStateException notStarted(ProbeSite site, String call) {
        return new IllegalStateException(name(site) + " cannot " + call + ": start() is missing");
    }

    private static String name(ProbeSite site) {
        return "MethodProbe " + site.name();
    }

    @Override
    public String toString() {
        return name(site);
    }
}
