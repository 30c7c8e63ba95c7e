package sim.agent.start;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import sim.agent.hook.JdkInside;

/** Opens to SIM the JDK package whose clock it reads. If that fails, the clock is {@code System.nanoTime}. */
public final class InternalPackages {
    private InternalPackages() {}

    /** The arguments the JVM was started with. Throws if the JVM does not tell. */
    public static List<String> arguments(Instrumentation instrumentation)
            throws IOException, ReflectiveOperationException {
        JdkInside.open(instrumentation);
        Class<?> jvm = Class.forName("jdk.internal.misc.VM");
        MethodHandle arguments = JdkInside.in(jvm).findStatic(jvm, "getRuntimeArguments",
                MethodType.methodType(String[].class));
        try {
            return List.of((String[]) arguments.invokeExact());
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable unknown) {
            throw new ReflectiveOperationException(unknown);
        }
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
