package sim.payload.common;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import sim.base.failure.Fatal;

/**
 * The trace that OpenTelemetry's agent has current on the calling thread, if it runs beside SIM's. What arrives and is sent then belongs
 * to that trace, so that both show one trace id. OpenTelemetry's agent has put its API on the bootstrap class path. Any thread; never
 * throws.
 */
final class OtherTrace {
    private static final String API = "io.opentelemetry.javaagent.shaded.io.opentelemetry.api.trace.";
    /** The handle of a static method without parameters; null without that agent. */
    private static final MethodHandle CURRENT = current();
    private static final LibraryMethod CONTEXT = new LibraryMethod("getSpanContext", 0);
    private static final LibraryMethod IS_VALID = new LibraryMethod("isValid", 0);
    private static final LibraryMethod TRACE = new LibraryMethod("getTraceId", 0);
    private static final LibraryMethod SPAN = new LibraryMethod("getSpanId", 0);
    private static final LibraryMethod FLAGS = new LibraryMethod("getTraceFlags", 0);
    private static final LibraryMethod HEX = new LibraryMethod("asHex", 0);

    private OtherTrace() {}

    /** The trace as a {@code traceparent}; null if there is none. */
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
