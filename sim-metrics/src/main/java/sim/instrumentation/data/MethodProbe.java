package sim.instrumentation.data;

import java.util.Objects;
import sim.metrics.probe.ProbeSite;

/**
 * Meters calls by hand: {@link #start} before, {@link #end} or {@link #endWithException} after, in that order and on one
 * thread. May be used again after its end.
 */
public final class MethodProbe {
    private final String className;
    private final String method;
    private final ProbeSite site;
    private boolean started;

    MethodProbe(String className, String method, ProbeSite site) {
        this.className = Objects.requireNonNull(className, "class");
        this.method = Objects.requireNonNull(method, "method");
        this.site = site;
    }

    /** @throws IllegalStateException if it was started and not ended */
    public MethodProbe start() {
        if (started) {
            throw new IllegalStateException(this + " is already started: end() or endWithException() is missing");
        }
        started = true;
        site.begin();
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
        if (!started) {
            throw new IllegalStateException(this + " cannot " + call + ": start() is missing");
        }
        started = false;
        site.end(exception);
    }

    @Override
    public String toString() {
        return "MethodProbe " + className + "." + method;
    }
}
