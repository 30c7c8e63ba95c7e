package sim.metrics.probe;

import java.lang.reflect.Method;

/** Virtual threads where this JVM has them; the tests are compiled for one that has not. */
final class VirtualThreads {
    static final boolean AVAILABLE = Runtime.version().feature() >= 21;

    private VirtualThreads() {}

    static Thread unstarted(Runnable runnable) {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Method unstarted = Class.forName("java.lang.Thread$Builder").getMethod("unstarted", Runnable.class);
            return (Thread) unstarted.invoke(builder, runnable);
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
