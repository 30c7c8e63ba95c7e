package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Beside other agents, before them and behind them: the program does the same, each call is counted, and they do their work. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OtherAgentsIT {
    private List<String> alone;

    @BeforeAll
    void run() {
        alone = counts(sim(new ChildJvm()).run(ChildJvm.CLASSES.toString(), "woven.Shapes"));
        assertThat(alone).hasSizeGreaterThan(20);
    }

    /** JaCoCo changes every class as it is loaded. */
    @Test
    void besideJacoco(@TempDir Path folder) throws Exception {
        Path agent = ChildJvm.library("org.jacoco.agent");
        for (boolean first : new boolean[]{true, false}) {
            Path covered = folder.resolve("covered" + first);
            beside("-javaagent:" + agent + "=destfile=" + covered, first, ChildJvm.CLASSES.toString());
            assertThat(Files.size(covered)).isGreaterThan(1_000);
        }
    }

    /** Mockito's agent is byte-buddy-agent's: it changes classes again that are loaded, woven ones among them. */
    @Test
    void besideMockito() {
        String path = Stream.of("mockito-core", "byte-buddy", "byte-buddy-agent", "objenesis").map(ChildJvm::library)
                .map(Path::toString)
                .reduce(ChildJvm.CLASSES.toString(), (one, more) -> one + File.pathSeparator + more);
        for (boolean first : new boolean[]{true, false}) {
            ChildJvm.Result run = beside(jvm -> jvm.flag("-javaagent:" + ChildJvm.library("mockito-core")), first)
                    .run(path, "woven.Mocked");
            assertThat(run.exit()).as(run.all()).isZero();
            assertThat(run.out()).contains("mocked 42", "real 3", "static 7");
            assertThat(run.after("count woven.Mocked$Woven.add ")).as(run.all()).isEqualTo("1 errors 0");
            isWell(run);
        }
    }

    /** Any other: {@code -Dsim.other.agent=opentelemetry-javaagent.jar}, too large for every build. */
    @Test
    void besideAnother() throws Exception {
        String agent = System.getProperty("sim.other.agent");
        Assumptions.assumeTrue(agent != null, "no sim.other.agent is named");
        for (boolean first : new boolean[]{true, false}) {
            beside("-javaagent:" + agent, first, ChildJvm.CLASSES.toString());
        }
    }

    private void beside(String other, boolean first, String path) {
        ChildJvm.Result run = beside(jvm -> jvm.flag(other), first).run(path, "woven.Shapes");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(counts(run)).as(run.all()).isEqualTo(alone);
        isWell(run);
    }

    private static ChildJvm beside(UnaryOperator<ChildJvm> other, boolean first) {
        return first ? sim(other.apply(new ChildJvm())) : other.apply(sim(new ChildJvm()));
    }

    private static ChildJvm sim(ChildJvm jvm) {
        return jvm.agent("interval=10m");
    }

    private static void isWell(ChildJvm.Result run) {
        for (String counter : new String[]{"metering.failures", "weaving.failed", "probes.healed",
                "probes.unmatched"}) {
            assertThat(run.after("counter " + counter + " ")).as(run.all()).isEqualTo("0");
        }
    }

    /** But for methods that JaCoCo gives the classes. */
    private static List<String> counts(ChildJvm.Result run) {
        return run.out().stream().filter(line -> line.startsWith("count woven.") && !line.contains("$jacoco")).toList();
    }
}
