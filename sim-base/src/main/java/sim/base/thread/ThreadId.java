package sim.base.thread;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * The id by which the JVM knows a thread. A class of the program may override {@link Thread#getId()}: it may say any number, and
 * where it is metered, a probe that asks it would ask itself without an end. From JDK 19 on there is a final method. Before, the agent
 * finds the field; without an agent it is {@code getId}. Compiled, it takes what reading a field takes.
 */
public final class ThreadId {
    private static MethodHandle found;

    private ThreadId() {}

    /** Says how the id is read where the JVM has no method for it: a handle of type {@code (Thread)long}. Before the first is asked for. */
    public static void find(MethodHandle field) {
        found = field;
    }

    /** Any thread. */
    public static long of(Thread thread) {
        try {
            return (long) Known.ID.invokeExact(thread);
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static final class Known {
        static final MethodHandle ID = id();

        private static MethodHandle id() {
            try {
                return ofThread("threadId");
            } catch (ReflectiveOperationException before19) {
                if (found != null) {
                    return found;
                }
            }
            try {
                return ofThread("getId");
            } catch (ReflectiveOperationException impossible) {
                throw new AssertionError(impossible);
            }
        }

        private static MethodHandle ofThread(String method) throws ReflectiveOperationException {
            return MethodHandles.publicLookup().findVirtual(Thread.class, method, MethodType.methodType(long.class));
        }
    }
}
