package sim.agent.start;

import java.lang.module.ModuleFinder;
import java.util.List;
import sim.base.config.OptionException;

/**
 * The modules of the JDK that SIM cannot do without. A JDK has them, an image that {@code jlink} made may not, and a
 * program that is a module starts with those alone that it requires.
 */
public final class NeededModules {
    /** CPU time and allocation of threads; what AspectJ's weaver and the JDBC probes name, XML with it; the JVM's own measures. */
    private static final List<String> NAMES = List.of("java.management", "java.sql", "jdk.management");

    private NeededModules() {}

    /** Throws {@link OptionException} that names what this JVM lacks, and how to get it. */
    public static void check() {
        List<String> absent = NAMES.stream().filter(name -> ModuleLayer.boot().findModule(name).isEmpty()).toList();
        if (absent.isEmpty()) {
            return;
        }
        throw new OptionException(line(absent,
                absent.stream().allMatch(name -> ModuleFinder.ofSystem().find(name).isPresent())));
    }

    /** With what the agent adds to it, 160 characters at most. Package-private for its test. */
    static String line(List<String> absent, boolean isInImage) {
        return (isInImage
                ? "this program runs without modules of the JDK: java --add-modules "
                : "this Java image lacks modules of the JDK: jlink --add-modules ...,") + String.join(",", absent);
    }
}
