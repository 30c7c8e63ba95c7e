package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sim.testkit.Jdks;

/** What the JIT makes of a method whose name is off: once the latch is closed, there is nothing of SIM in it. */
class LatchIT {
    /** At rest the latch is closed 11 s after the start; beside load all of it takes several times as long. */
    private static final Duration LONGEST = Duration.ofSeconds(90);
    /** What the JIT prints of one method is complete after this. */
    private static final Duration SETTLED = Duration.ofSeconds(1);
    private static final String METERED = "woven.Latched$Short::half ";

    @TempDir
    private Path folder;

    static Stream<Path> jdks() throws Exception {
        return Stream.of(Path.of(System.getProperty("java.home")), Jdks.withVirtualThreads())
                .filter(each -> each != null).distinct();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void whatTheJitCompilesOfANameThatIsOffIsTheMethodAlone(Path jdk) throws Exception {
        run(jdk, "", out -> {
            List<String> latched = lastCompiled(out);
            assertThat(latched).anyMatch(line -> line.contains("java.lang.invoke.MutableCallSite::getTarget"));
            assertThat(latched).noneMatch(line -> line.contains("sim.metrics.probe.OutOfLine"));
        });
    }

    @ParameterizedTest
    @MethodSource("jdks")
    @Tag("long")
    void withoutLatchesTheProbeOfANameThatIsOffIsStillCompiled(Path jdk) throws Exception {
        run(jdk, ",hotspot.latch=false", out -> assertThat(lastCompiled(out))
                .anyMatch(line -> line.contains("sim.metrics.probe.OutOfLine")));
    }

    /** Runs the program until the assertion holds of its output, and ends it. */
    private void run(Path jdk, String option, Assertion holds) throws Exception {
        Path out = folder.resolve("out");
        Process program = new ChildJvm().usual().on(jdk).flag("-Xbatch").flag("-XX:+UnlockDiagnosticVMOptions")
                .flag("-XX:+PrintCompilation").flag("-XX:+PrintInlining")
                .agent("interval=500ms,hotspot.enabled=true,hotspot.threshold=1h,hotspot.threshold.inherent=1h"
                        + option)
                .begin(ChildJvm.CLASSES.toString(), "woven.Latched", out.toFile());
        try {
            ThrowingRunnable now = () -> holds.of(out);
            await().atMost(LONGEST).pollInterval(Duration.ofMillis(500)).untilAsserted(now);
            await().atMost(LONGEST).during(SETTLED).untilAsserted(now);
            program.getOutputStream().close();
            assertThat(program.waitFor()).isZero();
        } finally {
            program.destroyForcibly();
        }
        // The JIT writes to the same file, and may have left a line unfinished.
        assertThat(Files.readString(out)).contains("sum 24995000");
    }

    /** What the JIT says it took into the method when it last took that into its caller. */
    private static List<String> lastCompiled(Path out) throws Exception {
        List<String> last = new ArrayList<>();
        boolean inside = false;
        boolean isFirst = false;
        for (String line : Files.readAllLines(out)) {
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

    private interface Assertion {
        void of(Path out) throws Exception;
    }
}
