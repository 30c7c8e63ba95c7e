package sim.agent.hook;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;

/** Whether a class is loaded and was never used: the JVM has not initialised it, and asking does not. Any thread. */
public final class Unused {
    /** {@code Unsafe.shouldBeInitialized}; null where the JVM does not tell. */
    private static final MethodHandle ASKED = asked();

    private Unused() {}

    /** Null where the JVM does not tell. */
    public static Boolean is(Class<?> type) {
        try {
            return ASKED == null ? null : Boolean.valueOf((boolean) ASKED.invokeExact(type));
        } catch (Throwable unknown) {
            return null;
        }
    }

    private static MethodHandle asked() {
        try {
            Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
            Object the = JdkInside.in(unsafe).findStatic(unsafe, "getUnsafe", MethodType.methodType(unsafe)).invoke();
            return JdkInside.in(unsafe).findVirtual(unsafe, "shouldBeInitialized",
                    MethodType.methodType(boolean.class, Class.class)).bindTo(the);
        } catch (Throwable unknown) {
            return null;
        }
    }
}
