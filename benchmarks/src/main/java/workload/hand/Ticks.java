package workload.hand;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import workload.Figures;
import workload.Shape;

/** The floor with the JVM's own tick counter; the JVM has to export jdk.jfr.internal. */
public final class Ticks extends Shape {
    private static final MethodHandle COUNTER = counter();

    private long sum;

    @Override
    public long call(int depth) {
        long begin = ticks();
        try {
            return depth > 1 ? call(depth - 1) : work();
        } finally {
            sum += ticks() - begin;
        }
    }

    @Override
    public String toString() {
        return "Ticks " + sum;
    }

    /** Ticks of the counter a second; exactly 1e9 says that the JVM has no fast counter here and reads nanoTime's clock. */
    public static long perSecond() throws Throwable {
        Class<?> jvm = Class.forName("jdk.jfr.internal.JVM");
        MethodType type = MethodType.methodType(long.class);
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        try {
            return (long) lookup.findStatic(jvm, "getTicksFrequency", type).invoke();
        } catch (ReflectiveOperationException before19) {
            Object self = lookup.findStatic(jvm, "getJVM", MethodType.methodType(jvm)).invoke();
            return (long) lookup.findVirtual(jvm, "getTicksFrequency", type).invoke(self);
        }
    }

    /** Prints {@link #perSecond}. */
    public static void main(String[] none) throws Throwable {
        Figures.print("ticks.per.second", perSecond());
    }

    private static long ticks() {
        try {
            return (long) COUNTER.invokeExact();
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static MethodHandle counter() {
        try {
            return MethodHandles.lookup().findStatic(Class.forName("jdk.jfr.internal.JVM"), "counterTime",
                    MethodType.methodType(long.class));
        } catch (ReflectiveOperationException closed) {
            throw new IllegalStateException("run with --add-exports jdk.jfr/jdk.jfr.internal=ALL-UNNAMED", closed);
        }
    }
}
