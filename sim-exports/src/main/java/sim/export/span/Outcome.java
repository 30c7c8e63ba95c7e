package sim.export.span;

import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.StatusData;
import sim.model.snapshot.ContextRecord;

/**
 * How a context ended, as its span says it. By OpenTelemetry's conventions an answer of 500 or more is an error of the server, and one of 400 or
 * more is an error to the client, also without an exception.
 *
 * @param type what kind of error it was; null without one
 */
record Outcome(StatusData status, String type) {
    /** The attribute of the type. */
    static final String TYPE = "error.type";
    private static final String ANSWER = "http.response.status_code";
    private static final int FIRST_OF_CLIENT = 400;
    private static final int FIRST_OF_SERVER = 500;

    static Outcome of(SpanKind kind, ContextRecord context) {
        if (context.error() != null) {
            int colon = context.error().indexOf(": ");
            return new Outcome(status(true, context.error()),
                    colon < 0 ? context.error() : context.error().substring(0, colon));
        }
        if (context.values().get(ANSWER) instanceof Number answer && (kind == SpanKind.SERVER
                ? answer.longValue() >= FIRST_OF_SERVER
                : kind == SpanKind.CLIENT && answer.longValue() >= FIRST_OF_CLIENT)) {
            return new Outcome(status(true, null), String.valueOf(answer.longValue())); // the status says it: no description
        }
        return new Outcome(StatusData.unset(), null);
    }

    static StatusData status(boolean failed, String error) {
        return failed ? StatusData.create(StatusCode.ERROR, error == null ? "" : error) : StatusData.unset();
    }
}
