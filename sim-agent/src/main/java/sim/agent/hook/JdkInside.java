package sim.agent.hook;

import com.sun.management.OperatingSystemMXBean;
import java.io.FilePermission;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import sim.base.failure.Fatal;
import sim.base.meter.JvmInside;
import sim.base.thread.ThreadId;

/**
 * The agent's way into closed packages of the JDK. The agent is in one module with the application's class path, and a library
 * that finds such a package open does otherwise than it does bare; so they are opened to a loader's module that has a single
 * class.
 */
public final class JdkInside {
    private static final List<String> PACKAGES = List.of("java.lang", "jdk.internal.misc", "jdk.internal.loader",
            "jdk.internal.perf");

    private static final Map<String, String> ASKED = Map.of("jdk.io.permissionsUseCanonicalPath", "false",
            "jdk.includeInExceptions", "");
    /** The JDK from which on no bean makes a permission. */
    private static final int LATER = 24;

    private static Function<Class<?>, MethodHandles.Lookup> opened;

    private JdkInside() {}

    /** Before anything is looked up; throws where the JVM does not allow it. */
    @SuppressWarnings("unchecked")
    public static synchronized void open(Instrumentation instrumentation)
            throws IOException, ReflectiveOperationException {
        if (opened == null) {
            Alone alone = new Alone();
            Set<Module> only = Set.of(alone.getUnnamedModule());
            Module base = Object.class.getModule();
            Map<String, Set<Module>> opens = new HashMap<>();
            for (String each : PACKAGES) {
                if (base.getPackages().contains(each)) { // else it is another JVM's
                    opens.put(each, only);
                }
            }
            instrumentation.redefineModule(base, Set.of(), Map.of(), opens, Set.of(), Map.of());
            opened = (Function<Class<?>, MethodHandles.Lookup>) alone.define().getConstructor().newInstance();
            leaveSecurity();
            findThreadId();
            findCounters();
            findProcessCpu();
        }
    }

    /**
     * The first bean of the JVM makes a permission, and its classes ask for two properties that may stand among those of {@code java.security}: these are
     * then read, and what the program says in {@code main} with {@code java.security.properties} comes too late. System properties go before
     * them. They have the JDK's defaults and are there for this moment, in front of main.
     */
    private static void leaveSecurity() {
        try {
            if (Runtime.version().feature() < LATER && System.getProperty("java.security.properties") == null) {
                List<String> unset = ASKED.keySet().stream().filter(each -> System.getProperty(each) == null).toList();
                unset.forEach(each -> System.setProperty(each, ASKED.get(each)));
                try {
                    new FilePermission("<<ALL FILES>>", "read");
                } finally {
                    unset.forEach(System::clearProperty);
                }
            }
        } catch (SecurityException denied) {
            // with a security manager they have been read
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

    /** To attach to itself maps nothing: the JVM answers with the memory that it writes. */
    private static void findCounters() {
        try {
            Class<?> type = Class.forName("jdk.internal.perf.Perf");
            MethodHandles.Lookup inside = in(type);
            Object perf = inside.findStatic(type, "getPerf", MethodType.methodType(type)).invoke();
            JvmInside.giveCounters(attached(inside, type, perf));
        } catch (Throwable unknown) { // there are none, or the file has them
            Fatal.pass(unknown);
        }
    }

    private static ByteBuffer attached(MethodHandles.Lookup inside, Class<?> type, Object perf) throws Throwable {
        MethodType takes = MethodType.methodType(ByteBuffer.class, int.class);
        try {
            return (ByteBuffer) inside.bind(perf, "attach", takes).invokeExact(0);
        } catch (NoSuchMethodException older) {
            takes = takes.appendParameterTypes(String.class);
            return (ByteBuffer) inside.bind(perf, "attach", takes).invokeExact(0, "r");
        }
    }

    /**
     * The JDK's own bean, made without its constructor: that one reads the limits of the container, for figures that SIM does not ask it for.
     */
    private static void findProcessCpu() {
        try {
            Class.forName("com.sun.management.internal.PlatformMBeanProviderImpl"); // loads the library
            Class<?> type = Class.forName("com.sun.management.internal.OperatingSystemImpl");
            Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
            Object maker = in(unsafe).findStatic(unsafe, "getUnsafe", MethodType.methodType(unsafe)).invoke();
            Object made = in(unsafe)
                    .bind(maker, "allocateInstance", MethodType.methodType(Object.class, Class.class))
                    .invokeExact(type);
            OperatingSystemMXBean bean = (OperatingSystemMXBean) made;
            if (bean.getProcessCpuTime() > 0) {
                JvmInside.giveProcess(bean);
            }
        } catch (Throwable unknown) { // the published bean tells it too
            Fatal.pass(unknown);
        }
    }

    /** Access to all members of a class of {@code java.lang}, or of the internal packages that are opened above. */
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
