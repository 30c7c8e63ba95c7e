package sim.export.span;

import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.StatusData;
import sim.model.snapshot.ContextRecord;

/**
 * How a context ended, as its span says it. It has failed where its kind counts it as failed: an exception ended it, its maker said so, as one that
 * knows a server's answer does, or one of its outermost calls failed.
 *
 * @param type      what kind of error it was; null without one
 * @param exception the exception as SIM writes it: its class, a colon, its message; null without one
 */
record Outcome(StatusData status, String type, String exception) {
    /** The attribute of the type. */
    static final String TYPE = "error.type";
    /** What the conventions say where no more is known. */
    private static final String OTHER = "_OTHER";

    static Outcome of(ContextRecord context) {
        String error = context.error();
        if (error == null) {
            return context.errors() > 0
                    ? new Outcome(status(true, "a call in it failed"), OTHER, null)
                    : new Outcome(StatusData.unset(), null, null);
        }
        if (error.equals(context.values().get(TYPE))) { // no exception: the type says all of it
            return new Outcome(status(true, null), error, null);
        }
        int colon = error.indexOf(": ");
        return new Outcome(status(true, error), colon < 0 ? error : error.substring(0, colon), error);
    }

    static StatusData status(boolean failed, String error) {
        return failed ? StatusData.create(StatusCode.ERROR, error == null ? "" : error) : StatusData.unset();
    }
}
