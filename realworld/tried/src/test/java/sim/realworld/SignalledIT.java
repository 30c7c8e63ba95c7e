package sim.realworld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A signal that ends {@code ./sim realworld} ends what it started. */
class SignalledIT {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @Test
    void agentServerAndProgramEndWithTheComparison() throws Exception {
        Process comparison = new ProcessBuilder(JAVA, "-Dsim.root=" + ROOT, "-cp",
                "target/classes:" + ROOT.resolve("sim-agent-server/target/lib") + "/*", "sim.realworld.RealWorld",
                "kotlin").redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        List<ProcessHandle> started = new ArrayList<>();
        try {
            // the agent server is one, the program, which starts after it, the other
            await().atMost(Duration.ofMinutes(2)).until(() -> {
                started.clear();
                comparison.descendants().forEach(started::add);
                return started.size() == 2;
            });
            comparison.destroy();
            comparison.waitFor();
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(started).noneMatch(ProcessHandle::isAlive));
        } finally {
            comparison.destroyForcibly();
            started.forEach(ProcessHandle::destroyForcibly);
        }
    }
}
