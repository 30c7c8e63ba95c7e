package sim.agent;

import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Opens to SIM the one package of the JDK it reads a clock from; without it the clock is {@code System.nanoTime}. */
final class InternalPackages {
    private InternalPackages() {}

    /** The JVM's own arguments. Throws where it does not say. */
    static List<String> arguments(Instrumentation instrumentation) throws ReflectiveOperationException {
        Module base = Object.class.getModule();
        instrumentation.redefineModule(base, Set.of(),
                Map.of("jdk.internal.misc", Set.of(InternalPackages.class.getModule())), Map.of(), Set.of(), Map.of());
        return List.of((String[]) Class.forName("jdk.internal.misc.VM").getMethod("getRuntimeArguments").invoke(null));
    }

    static void open(Instrumentation instrumentation) {
        Optional<Module> jfr = ModuleLayer.boot().findModule("jdk.jfr");
        if (jfr.isPresent() && instrumentation.isModifiableModule(jfr.get())) {
            instrumentation.redefineModule(jfr.get(), Set.of(),
                    Map.of("jdk.jfr.internal", Set.of(InternalPackages.class.getModule())), Map.of(), Set.of(),
                    Map.of());
        }
    }
}
