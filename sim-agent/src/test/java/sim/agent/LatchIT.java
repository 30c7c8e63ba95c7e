package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sim.testkit.Jdks;

/** What the JIT makes of a method whose name is off: once the latch is closed, there is nothing of SIM in it. */
class LatchIT {
    /** Longer than three turns of the latches take, ms. */
    private static final String THREE_TURNS = "16000";
    /** Until the JIT is through. */
    private static final String COMPILED = "5000";
    private static final String METERED = "woven.Latched$Short::half ";

    static Stream<Path> jdks() throws Exception {
        return Stream.of(Path.of(System.getProperty("java.home")), Jdks.withVirtualThreads())
                .filter(each -> each != null).distinct();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void whatTheJitCompilesOfANameThatIsOffIsTheMethodAlone(Path jdk) {
        List<String> latched = lastCompiled(jdk, THREE_TURNS, "");
        assertThat(latched).anyMatch(line -> line.contains("java.lang.invoke.MutableCallSite::getTarget"));
        assertThat(latched).noneMatch(line -> line.contains("sim.metrics.probe.OutOfLine"));
        assertThat(lastCompiled(jdk, COMPILED, ",hotspot.latch=false"))
                .anyMatch(line -> line.contains("sim.metrics.probe.OutOfLine"));
    }

    /** What the JIT says it took into the method when it last took that into its caller. */
    private static List<String> lastCompiled(Path jdk, String time, String option) {
        ChildJvm.Result run = new ChildJvm().on(jdk).flag("-Xbatch").flag("-XX:+UnlockDiagnosticVMOptions")
                .flag("-XX:+PrintCompilation").flag("-XX:+PrintInlining")
                .agent("interval=500ms,hotspot.enabled=true,hotspot.threshold=1h,hotspot.threshold.inherent=1h"
                        + option)
                .run(ChildJvm.CLASSES.toString(), "woven.Latched", time);
        assertThat(run.exit()).as(run.err().toString()).isZero();
        assertThat(run.out()).contains("sum 24995000");
        List<String> last = new ArrayList<>();
        boolean inside = false;
        boolean isFirst = false;
        for (String line : run.out()) {
            if (line.contains(METERED) && line.contains("inline (hot)")) {
                inside = true;
                isFirst = true;
            } else if (inside
                    && (line.matches(".* sim\\.(metrics|base|context)\\..*") || line.contains("MutableCallSite"))) {
                if (isFirst) {
                    last.clear(); // not before, for what two compilers print may be mixed
                    isFirst = false;
                }
                last.add(line);
            } else {
                inside = false;
            }
        }
        return last;
    }
}
