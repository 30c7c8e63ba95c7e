package sim.agent.hook;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import sim.base.thread.ThreadId;

/**
 * The agent's way into closed packages of the JDK. The agent is in one module with the application's class path, and a library
 * that finds such a package open does otherwise than it does bare; so they are opened to a loader's module that has a single
 * class.
 */
public final class JdkInside {
    private static Function<Class<?>, MethodHandles.Lookup> opened;

    private JdkInside() {}

    /** Before anything is looked up; throws where the JVM does not allow it. */
    @SuppressWarnings("unchecked")
    public static synchronized void open(Instrumentation instrumentation)
            throws IOException, ReflectiveOperationException {
        if (opened == null) {
            Alone alone = new Alone();
            Set<Module> only = Set.of(alone.getUnnamedModule());
            instrumentation.redefineModule(Object.class.getModule(), Set.of(), Map.of(),
                    Map.of("java.lang", only, "jdk.internal.misc", only, "jdk.internal.loader", only), Set.of(),
                    Map.of());
            opened = (Function<Class<?>, MethodHandles.Lookup>) alone.define().getConstructor().newInstance();
            findThreadId();
        }
    }

    private static void findThreadId() {
        if (Runtime.version().feature() < 19) {
            try {
                ThreadId.find(in(Thread.class).findGetter(Thread.class, "tid", long.class));
            } catch (ReflectiveOperationException otherJvm) {
                return; // it is Thread.getId there
            }
        }
    }

    /** Access to all members of a class of {@code java.lang}, {@code jdk.internal.misc} or {@code jdk.internal.loader}. */
    public static synchronized MethodHandles.Lookup in(Class<?> type) {
        return opened.apply(type);
    }

    private static final class Alone extends ClassLoader {
        Alone() {
            super(null);
        }

        Class<?> define() throws IOException {
            String name = Opened.class.getName();
            try (InputStream in = JdkInside.class.getResourceAsStream("Opened.class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            }
        }
    }
}
