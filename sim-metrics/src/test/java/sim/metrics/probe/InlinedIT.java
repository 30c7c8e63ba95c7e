package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import sim.testkit.Child;

/**
 * The test whether a name is on is part of each method, whatever the JIT compiled before: else each call of a name that is off is a
 * call of SIM.
 */
class InlinedIT {
    @Test
    void theTestOfASwitchIsInlinedIntoEachMethod() throws Exception {
        Child.Result result = Child.jvm("-Xbatch", "-XX:+UnlockDiagnosticVMOptions", "-XX:+PrintCompilation",
                "-XX:+PrintInlining",
                "-XX:CompileCommand=exclude,extended.Inlined::interpreted", "-Dsim.hotspot.enabled=false",
                "extended.Inlined");
        assertThat(result.exit()).as(result.all()).isZero();
        List<String> probes = result.out().stream()
                .filter(line -> line.contains("@") && line.matches(".*ProbeSite::(begin|end) .*")).toList();
        assertThat(probes).filteredOn(line -> line.contains("ProbeSite::begin") && line.contains("inline (hot)"))
                .hasSizeGreaterThanOrEqualTo(3);
        assertThat(probes).filteredOn(line -> line.contains("already compiled")).isEmpty();
    }

    /** C1 leaves out what is longer than 35 byte codes, in a method that it compiles by itself. */
    @Test
    void c1InlinesItToo() throws Exception {
        Child.Result result = Child.jvm("-Xbatch", "-XX:TieredStopAtLevel=1", "-XX:+UnlockDiagnosticVMOptions",
                "-XX:+PrintCompilation", "-XX:+PrintInlining", "-XX:CompileCommand=dontinline,extended.Inlined::*",
                "-Dsim.hotspot.enabled=false", "extended.Inlined");
        assertThat(result.exit()).as(result.all()).isZero();
        assertThat(result.out()).filteredOn(line -> line.contains("ProbeSite::begin ") && line.endsWith("inline"))
                .as("the three methods, and twice the one that comes before").hasSizeGreaterThanOrEqualTo(5);
        assertThat(result.out()).noneMatch(line -> line.matches(".*ProbeSite::begin .*too large"));
    }
}
