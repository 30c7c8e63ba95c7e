package sim.export.otlp;

import io.opentelemetry.exporter.internal.FailedExportException;
import io.opentelemetry.sdk.common.export.GrpcResponse;
import io.opentelemetry.sdk.common.export.GrpcStatusCode;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;
import sim.export.span.Refusals;
import sim.wire.OneLine;

/**
 * Which answers of a receiver mean that it takes the same bundle never, by the specification of OTLP. The library tells neither the header
 * {@code Retry-After} nor gRPC's {@code RetryInfo}, so {@code RESOURCE_EXHAUSTED} counts as one that passes, unless its text says that the
 * bundle is too large. Any thread.
 */
final class OtlpRefusal implements Refusals {
    private static final Set<Integer> PASSING = Set.of(429, 502, 503, 504);
    private static final Set<GrpcStatusCode> PASSING_BY_GRPC = EnumSet.of(GrpcStatusCode.CANCELLED,
            GrpcStatusCode.DEADLINE_EXCEEDED, GrpcStatusCode.RESOURCE_EXHAUSTED, GrpcStatusCode.ABORTED,
            GrpcStatusCode.OUT_OF_RANGE, GrpcStatusCode.UNAVAILABLE, GrpcStatusCode.DATA_LOSS);

    /** Of what a receiver says, as much is said. */
    private static final int LONGEST = 200;
    /** It cannot be read, or is too large; 401 would be said of anything. */
    private static final Set<Integer> OF_CONTENT = Set.of(400, 413, 422);

    /** As gRPC says it in Go, C++ and Java, in .NET, and in Rust. */
    private static final Pattern TOO_LARGE = Pattern
            .compile("larger than max|exceeds (the )?(configured )?maximum|too large", Pattern.CASE_INSENSITIVE);

    @Override
    public boolean isOfContent(Throwable why) {
        if (why instanceof FailedExportException.HttpExportException http) {
            return http.getResponse() != null && OF_CONTENT.contains(http.getResponse().getStatusCode());
        }
        return why instanceof FailedExportException.GrpcExportException grpc && grpc.getResponse() != null
                && (grpc.getResponse().getStatusCode() == GrpcStatusCode.INVALID_ARGUMENT
                        || isTooLarge(grpc.getResponse()));
    }

    private static boolean isTooLarge(GrpcResponse response) {
        return response.getStatusDescription() != null && TOO_LARGE.matcher(response.getStatusDescription()).find();
    }

    /** @param why may be null: it did not answer in time */
    @Override
    public String line(Throwable why) {
        if (why instanceof FailedExportException.HttpExportException http && http.getResponse() != null) {
            return "it answers " + http.getResponse().getStatusCode();
        }
        if (why instanceof FailedExportException.GrpcExportException grpc && grpc.getResponse() != null) {
            String text = grpc.getResponse().getStatusDescription();
            return "it answers " + grpc.getResponse().getStatusCode()
                    + (text == null || text.isEmpty() ? "" : " (" + OneLine.of(text, LONGEST) + ")");
        }
        Throwable cause = why == null || why.getCause() == null ? why : why.getCause();
        return "it does not answer"
                + (cause == null || cause.getMessage() == null
                        ? ""
                        : " (" + OneLine.of(cause.getMessage(), LONGEST) + ")");
    }

    /** @param why may be null: it did not answer in time */
    @Override
    public boolean isFinal(Throwable why) {
        if (why instanceof FailedExportException.HttpExportException http) {
            return http.getResponse() != null && !PASSING.contains(http.getResponse().getStatusCode());
        }
        if (why instanceof FailedExportException.GrpcExportException grpc) {
            return grpc.getResponse() != null && (!PASSING_BY_GRPC.contains(grpc.getResponse().getStatusCode())
                    || isTooLarge(grpc.getResponse()));
        }
        return false;
    }
}
