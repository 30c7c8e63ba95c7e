package sim.payload.bridge;

import org.aspectj.lang.annotation.SuppressAjWarnings;
import sim.payload.spi.PayloadRuntime;

/**
 * Stands at the published hooks of embedded probes, whose bodies are empty: a program that ships them is seen without a change.
 * Switched on by one line of {@code aop.xml}: {@code <aspect name="sim.payload.bridge.PublishedHooks"/>}. The hooks' tasks call
 * the hooks themselves. Their types are named as patterns, because they come with the application.
 */
@SuppressAjWarnings("adviceDidNotMatch")
public aspect PublishedHooks {
    private static final PayloadRuntime RUNTIME = PayloadRuntime.ofJvm();

    pointcut payloads(): execution(static void com.jprofiler.api.probe.embedded..Payload.*(..));

    pointcut splits(): execution(static void com.jprofiler.api.probe.embedded..Split.*(..));

    before(Class<?> probe): payloads() && execution(* enter(Class)) && args(probe) {
        RUNTIME.enter(probe, null, null);
    }

    before(Class<?> probe, Object controlObject, Enum<?> type): payloads() && execution(* enter(Class, Object, Enum))
            && args(probe, controlObject, type) {
        RUNTIME.enter(probe, controlObject, type);
    }

    before(String description): payloads() && execution(* exit(String)) && args(description) {
        RUNTIME.exit(description, null);
    }

    before(Class<?> probe, Object controlObject, String name): payloads() && execution(* openControlObject(..))
            && args(probe, controlObject, name) {
        RUNTIME.open(probe, controlObject, name);
    }

    before(Class<?> probe, Object controlObject): payloads() && execution(* closeControlObject(..))
            && args(probe, controlObject) {
        RUNTIME.close(probe, controlObject);
    }

    before(Class<?> probe, String description): splits() && execution(* enter(Class, String))
            && args(probe, description) {
        RUNTIME.enterSplit(probe, description);
    }

    before(): splits() && execution(* exit()) {
        RUNTIME.exitSplit(null);
    }
}
