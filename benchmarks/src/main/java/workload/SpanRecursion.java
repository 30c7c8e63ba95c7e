package workload;

import io.opentelemetry.instrumentation.annotations.WithSpan;

/** {@link Recursion} with OpenTelemetry's annotation. */
public final class SpanRecursion extends Shape {
    @Override
    @WithSpan
    public long call(int depth) {
        return depth > 1 ? call(depth - 1) : work();
    }
}
