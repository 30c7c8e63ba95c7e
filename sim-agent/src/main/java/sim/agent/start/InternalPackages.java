package sim.agent.start;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import sim.agent.hook.JdkInside;

/** Opens to SIM the JDK package whose clock it reads. If that fails, the clock is {@code System.nanoTime}. */
public final class InternalPackages {
    private InternalPackages() {}

    /**
     * The arguments the JVM was started with, and as one more what they and the agents' {@code Boot-Class-Path} add to the boot loader. Throws if the
     * JVM does not tell.
     */
    public static List<String> arguments(Instrumentation instrumentation)
            throws IOException, ReflectiveOperationException {
        JdkInside.open(instrumentation);
        Class<?> jvm = Class.forName("jdk.internal.misc.VM");
        MethodHandle arguments = JdkInside.in(jvm).findStatic(jvm, "getRuntimeArguments",
                MethodType.methodType(String[].class));
        MethodHandle saved = JdkInside.in(jvm).findStatic(jvm, "getSavedProperty",
                MethodType.methodType(String.class, String.class));
        try {
            List<String> all = new ArrayList<>(List.of((String[]) arguments.invokeExact()));
            String boot = (String) saved.invokeExact("jdk.boot.class.path.append");
            if (boot != null && !boot.isEmpty()) { // the file without a name is the working directory, from JDK 25 on
                all.add("-Xbootclasspath/a:".concat(boot));
            }
            return all;
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable unknown) {
            throw new ReflectiveOperationException(unknown);
        }
    }

    /** Tells where the JDK's loader of the class path looks, also after an agent has added to it. Called after the above. */
    public static Function<ClassLoader, URL[]> classPath() throws ReflectiveOperationException {
        Class<?> loader = Class.forName("jdk.internal.loader.BuiltinClassLoader");
        Class<?> path = Class.forName("jdk.internal.loader.URLClassPath");
        MethodHandle places = JdkInside.in(loader).findGetter(loader, "ucp", path);
        MethodHandle urls = JdkInside.in(path).findVirtual(path, "getURLs", MethodType.methodType(URL[].class));
        return of -> {
            try {
                return (URL[]) urls.invoke((Object) places.invoke(of));
            } catch (Throwable unknown) {
                throw new IllegalStateException(unknown);
            }
        };
    }

    public static void open(Instrumentation instrumentation) {
        Optional<Module> jfr = ModuleLayer.boot().findModule("jdk.jfr");
        if (jfr.isPresent() && instrumentation.isModifiableModule(jfr.get())) {
            instrumentation.redefineModule(jfr.get(), Set.of(),
                    Map.of("jdk.jfr.internal", Set.of(InternalPackages.class.getModule())), Map.of(), Set.of(),
                    Map.of());
        }
    }
}
