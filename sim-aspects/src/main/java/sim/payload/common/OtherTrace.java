package sim.payload.common;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import sim.metrics.failure.Fatal;

/**
 * The trace OpenTelemetry's agent, beside SIM's, has current on the calling thread. What arrives and is sent then is its trace's, so that
 * both tell one trace id. Its API is on the bootstrap class path, where it put it. Any thread; nothing is thrown.
 */
final class OtherTrace {
    private static final String API = "io.opentelemetry.javaagent.shaded.io.opentelemetry.api.trace.";
    /** A static method's handle without parameters; null without that agent. */
    private static final MethodHandle CURRENT = current();
    private static final LibraryMethod CONTEXT = new LibraryMethod("getSpanContext", 0);
    private static final LibraryMethod IS_VALID = new LibraryMethod("isValid", 0);
    private static final LibraryMethod TRACE = new LibraryMethod("getTraceId", 0);
    private static final LibraryMethod SPAN = new LibraryMethod("getSpanId", 0);
    private static final LibraryMethod FLAGS = new LibraryMethod("getTraceFlags", 0);
    private static final LibraryMethod HEX = new LibraryMethod("asHex", 0);

    private OtherTrace() {}

    /** As a {@code traceparent}; null where there is none. */
    static String traceparent() {
        if (CURRENT == null) {
            return null;
        }
        try {
            Object span = CONTEXT.of((Object) CURRENT.invokeExact());
            return (boolean) IS_VALID.of(span)
                    ? "00-" + TRACE.of(span) + "-" + SPAN.of(span) + "-" + HEX.of(FLAGS.of(span))
                    : null;
        } catch (Throwable otherRelease) {
            Fatal.pass(otherRelease);
            return null;
        }
    }

    private static MethodHandle current() {
        try {
            Method current = Class.forName(API + "Span", false, null).getMethod("current");
            return MethodHandles.publicLookup().unreflect(current).asType(MethodType.methodType(Object.class));
        } catch (ReflectiveOperationException | LinkageError absent) {
            return null;
        }
    }
}
