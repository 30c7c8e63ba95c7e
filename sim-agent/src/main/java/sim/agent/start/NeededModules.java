package sim.agent.start;

import java.util.List;
import java.util.function.Predicate;
import sim.base.config.OptionException;

/** The modules of the JDK that SIM cannot do without. A JDK has them; an image that {@code jlink} made has what its program needs. */
public final class NeededModules {
    /** CPU time and allocation of threads; what AspectJ's weaver and the JDBC probes name, XML with it; the JVM's own measures. */
    private static final List<String> NAMES = List.of("java.management", "java.sql", "jdk.management");

    private NeededModules() {}

    /** Throws {@link OptionException} that names what this JVM lacks, and how to get it. */
    public static void check() {
        check(name -> ModuleLayer.boot().findModule(name).isPresent());
    }

    static void check(Predicate<String> isThere) {
        List<String> absent = NAMES.stream().filter(isThere.negate()).toList();
        if (!absent.isEmpty()) {
            throw new OptionException("this Java image lacks " + String.join(", ", absent)
                    + " (jlink --add-modules java.instrument," + String.join(",", NAMES) + ")");
        }
    }
}
