package sim.metrics.hotspot;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;

/**
 * Whether the probes of a name are compiled at all. The JIT takes the target of a call site that it knows for a constant, and throws
 * away what it compiled with it when the target changes. So while the latch of a name is closed, a begin and an end are no machine
 * code, and nothing is loaded or compared. While it is open, it is no machine code either: then the name's switch decides.
 *
 * <p>Nobody calls the target. A latch is closed only while its name is off. To close or open one makes the JIT compile each
 * method anew that has a probe of the name, so {@link Latches} does it seldom.
 */
public final class Latch extends MutableCallSite {
    private static final MethodHandle OPEN = target("whileOpen");
    /** The target of a latch that is closed. */
    public static final MethodHandle CLOSED = target("whileClosed");

    /** Of names that are never metered. */
    public static final Latch SHUT = new Latch(CLOSED);
    /** Of names whose probes the JIT always compiles. */
    static final Latch NONE = new Latch(OPEN);

    private Latch(MethodHandle target) {
        super(target);
    }

    static Latch opened() {
        return new Latch(OPEN);
    }

    /** Made closed, which changes no compiled code. */
    static Latch closed() {
        return new Latch(CLOSED);
    }

    /** Whether no call of the name is looked at. A constant in compiled code. */
    public boolean isClosed() {
        return getTarget() == CLOSED;
    }

    /**
     * Closes or opens it. The JVM throws away what it compiled with it, and stops each thread for a moment. Whoever calls this holds the
     * latch's lock.
     */
    void set(boolean closed) {
        if (isClosed() != closed) {
            setTarget(closed ? CLOSED : OPEN);
        }
    }

    private static void whileOpen() {}

    private static void whileClosed() {}

    private static MethodHandle target(String method) {
        try {
            return MethodHandles.lookup().findStatic(Latch.class, method, MethodType.methodType(void.class));
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }
}
