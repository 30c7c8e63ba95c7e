package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The wait for the monitor of a synchronized method is that method's, not its caller's; a wait in a caller's own block stays the caller's. */
class MonitorsIT {
    private static final double MILLI = 1e6;
    /** Probes that the weaver leaves, for names alone do not decide what this selects. */
    private static final String WOVEN = """
            <aspectj><aspects><concrete-aspect name="woven.Chosen"
              extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor">
              <pointcut name="methodsToInstrument" expression="(@within(sim.instrumentation.annotation.Instrument) &amp;&amp; execution(* *(..)) &amp;&amp; !execution(* main(..))) || execution(* woven.Nothing.*(..) throws java.io.IOException)"/>
            </concrete-aspect></aspects><weaver><include within="woven..*"/></weaver></aspectj>
            """;

    @Test
    void aSynchronizedMethodHasTheWaitForItsMonitor() {
        check(new ChildJvm().agent("interval=10m,hotspot.enabled=false")
                .run(ChildJvm.CLASSES.toString(), "woven.Monitors"));
    }

    @Test
    void soItHasWhereTheWeaverPutItsProbe(@TempDir Path folder) throws Exception {
        Path aop = Files.writeString(folder.resolve("aop.xml"), WOVEN);
        check(new ChildJvm().agent("interval=10m,hotspot.enabled=false,aop=" + aop)
                .run(ChildJvm.CLASSES.toString(), "woven.Monitors"));
    }

    @Test
    void soItHasWhereTheAgentWasAttached() throws Exception {
        try (RunningJvm jvm = new RunningJvm(Path.of(System.getProperty("java.home")))) {
            jvm.tell("load woven.Monitors");
            jvm.tell("load woven.Monitors$Prices");
            assertThat(RunningJvm.command("attach", jvm.pid(), "interval=10m,hotspot.enabled=false").exit()).isZero();
            check(jvm.tell("monitors"));
        }
    }

    private static void check(ChildJvm.Result run) {
        assertThat(run.exit()).as(run.all()).isZero();
        check(run.out());
    }

    private static void check(List<String> out) {
        Map<String, Double> blocked = new LinkedHashMap<>();
        Map<String, Double> times = new LinkedHashMap<>();
        Map<String, Double> wall = new LinkedHashMap<>();
        for (String line : out) {
            if (line.startsWith("self woven.Monitors")) {
                String name = line.split(" ")[1].replaceAll(".*\\.", "");
                for (String pair : line.substring(line.indexOf(' ', 5)).trim().split(" ")) {
                    double value = Double.parseDouble(pair.substring(pair.indexOf('=') + 1));
                    (pair.startsWith("blocking.time=")
                            ? blocked
                            : pair.startsWith("blocking.count=")
                                    ? times
                                    : pair.startsWith("wall=") ? wall : new LinkedHashMap<String, Double>())
                            .merge(name, value, Double::sum);
                }
            }
        }
        assertThat(blocked).as(String.join("\n", out)).containsEntry("callsAnInstances", 0.0)
                .containsEntry("callsAClasses", 0.0)
                .containsEntry("first", 0.0);
        assertThat(blocked.get("price")).isGreaterThan(200 * MILLI);
        assertThat(blocked.get("all")).isGreaterThan(200 * MILLI);
        assertThat(blocked.get("waitsItself")).isGreaterThan(200 * MILLI);
        assertThat(times).containsEntry("price", 1.0).containsEntry("all", 1.0).containsEntry("waitsItself", 1.0)
                .containsEntry("callsAnInstances", 0.0);
        for (String method : new String[]{"price", "all"}) {
            assertThat(wall.get(method)).as(method).isGreaterThan(blocked.get(method) - 2 * MILLI); // of which the JVM tells whole ones
        }
        assertThat(wall.get("callsAnInstances")).isBetween(0.0, 100 * MILLI);
        assertThat(wall.get("waitsItself")).isGreaterThan(200 * MILLI);
    }
}
