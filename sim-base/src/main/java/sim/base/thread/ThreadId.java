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
    private static final MethodType TYPE = MethodType.methodType(long.class);
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

    /**
     * Whether the JVM tells of a thread by its id without asking the thread's class: before JDK 19 its answer is filled by {@code getId}. Any thread; makes a
     * handle for each class of threads. A security manager would be asked for that, and is the program's.
     */
    @SuppressWarnings("removal")
    public static boolean isTold(Thread thread) {
        return Known.HAS_FINAL || thread.getClass() == Thread.class || System.getSecurityManager() != null
                || Inheriting.KNOWN.get(thread.getClass());
    }

    /** Looks for one method, because reflection would load the types of all others. */
    private static final class Inheriting extends ClassValue<Boolean> {
        static final ClassValue<Boolean> KNOWN = new Inheriting();

        @Override
        protected Boolean computeValue(Class<?> type) {
            try {
                MethodHandles.Lookup inside = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
                return inside.revealDirect(inside.findVirtual(type, "getId", TYPE)).getDeclaringClass() == Thread.class;
            } catch (ReflectiveOperationException | RuntimeException | LinkageError closed) {
                return true; // the class of a closed module; hardly any has one of its own
            }
        }
    }

    private static final class Known {
        static final boolean HAS_FINAL;
        static final MethodHandle ID;

        static {
            MethodHandle id = method("threadId");
            HAS_FINAL = id != null;
            ID = id != null ? id : found != null ? found : method("getId");
        }

        private static MethodHandle method(String name) {
            try {
                return MethodHandles.publicLookup().findVirtual(Thread.class, name, TYPE);
            } catch (ReflectiveOperationException before19) {
                return null;
            }
        }
    }
}
