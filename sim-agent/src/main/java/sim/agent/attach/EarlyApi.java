package sim.agent.attach;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.util.Set;
import sim.metrics.weaving.WeavingReport;

/**
 * Finds a program that used the payload API before SIM was attached. The API's classes then settled for good that there is no SIM, so that
 * the JIT can remove their calls.
 */
final class EarlyApi {
    private static final Set<String> SETTLED = Set.of("sim.payload.embedded.Payload", "sim.payload.embedded.Split",
            "sim.payload.controller.Controller");
    private static final String NOTHING = "sim.payload.spi.PayloadRuntime";

    private EarlyApi() {}

    /** Says that such payload probes stay off. */
    static void say(Instrumentation instrumentation, WeavingReport report) {
        for (Class<?> each : instrumentation.getAllLoadedClasses()) {
            if (SETTLED.contains(each.getName()) && isNothing(each)) {
                report.misplaced(each.getName(),
                        "was used before SIM was attached: what calls it is not recorded. Start the"
                                + " program with SIM (-javaagent); annotations, scripts and injected probes work");
            }
        }
    }

    private static boolean isNothing(Class<?> api) {
        try {
            Field runtime = api.getDeclaredField("RUNTIME");
            runtime.setAccessible(true);
            return runtime.get(null).getClass().getName().equals(NOTHING);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError another) {
            return false;
        }
    }
}
