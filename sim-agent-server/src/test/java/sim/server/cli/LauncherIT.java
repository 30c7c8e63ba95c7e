package sim.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher in a checkout that is not built, with a Maven that only says that it was called and takes two seconds. */
class LauncherIT {
    private static final String MAVEN = """
            #!/bin/sh
            echo called >> "$PWD/maven.calls"
            sleep 2
            mkdir -p sim-agent/target sim-agent-server/target
            touch sim-agent/target/sim-agent.jar sim-agent-server/target/sim-agent-server.jar
            """;

    @TempDir
    Path checkout;

    @Test
    void twoAtOnceBuildOnce() throws Exception {
        prepare();
        Process first = version("first");
        Process second = version("second");
        ended(first);
        ended(second);
        assertThat(checkout.resolve("maven.calls")).hasContent("called");
        assertThat(Files.readString(checkout.resolve("first")) + Files.readString(checkout.resolve("second")))
                .containsOnlyOnce("Building SIM").containsOnlyOnce("Another ./sim");
    }

    @Test
    void theLockOfABuildThatWasKilledIsTaken() throws Exception {
        prepare();
        Process gone = new ProcessBuilder("true").start();
        ended(gone);
        Path lock = Files.createDirectories(checkout.resolve("target").resolve("build.lock"));
        Files.writeString(lock.resolve("pid"), gone.pid() + "\n");
        ended(version("output"));
        assertThat(checkout.resolve("maven.calls")).hasContent("called");
        assertThat(lock).doesNotExist();
    }

    /** Campaign, soak and bench are commands of modules of their own, which are built after this one. */
    @Test
    void everyCommandExplainsItself() throws Exception {
        prepare();
        Files.delete(checkout.resolve("sim-agent"));
        for (String module : List.of("sim-agent", "sim-agent-server")) {
            Files.createDirectories(checkout.resolve(module));
            Files.createSymbolicLink(checkout.resolve(module).resolve("target"),
                    Path.of("..", module, "target").toRealPath());
        }
        Files.createFile(Files.createDirectories(checkout.resolve("target")).resolve("sim.built"));
        ended(sim("help", "help"));
        Set<String> commands = Files.readAllLines(checkout.resolve("help")).stream()
                .filter(line -> line.matches("  [a-z]+ .*")).map(line -> line.trim().split(" ")[0])
                .filter(each -> !Set.of("campaign", "soak", "bench").contains(each))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(commands).contains("demo", "example", "test", "realworld", "top", "attach", "version")
                .hasSizeGreaterThan(20);
        for (String each : commands) {
            for (String[] written : new String[][]{{each, "--help"}, {each, "-h"}}) {
                Process help = sim("explained", written);
                ended(help);
                String said = Files.readString(checkout.resolve("explained"));
                assertThat(help.exitValue()).as(each + ": " + said).isZero();
                assertThat(said).as(each).containsIgnoringCase("usage: ");
            }
        }
        assertThat(checkout.resolve("maven.calls")).as("nothing is built for it").doesNotExist();
    }

    /** What config/release packs: the jars beside the launcher. */
    @Test
    void aReleaseRunsWithoutABuild() throws Exception {
        prepare();
        Files.createSymbolicLink(checkout.resolve("sim-agent.jar"),
                Path.of("..", "sim-agent", "target", "sim-agent.jar").toRealPath());
        for (String each : List.of("sim-agent-server.jar", "lib")) {
            Files.createSymbolicLink(checkout.resolve(each), Path.of("target", each).toRealPath());
        }
        for (String[] command : new String[][]{{"version"}, {"token", "list", "--data", "data"},
                {"attach", "--help"}}) {
            Process process = sim("said", command);
            ended(process);
            assertThat(process.exitValue()).as(Files.readString(checkout.resolve("said"))).isZero();
        }
        Process demo = sim("said", "demo");
        ended(demo);
        assertThat(demo.exitValue()).isEqualTo(1);
        assertThat(checkout.resolve("said"))
                .hasContent("sim: demo needs SIM's sources, and this is a release; run it in a checkout");
        assertThat(checkout.resolve("maven.calls")).as("nothing is built for it").doesNotExist();
    }

    private void prepare() throws IOException {
        Files.copy(Path.of("..", "sim"), checkout.resolve("sim"));
        Files.writeString(checkout.resolve("pom.xml"), "<project/>");
        Files.createDirectories(checkout.resolve("sim-agent"));
        Files.createDirectories(checkout.resolve("examples"));
        Path maven = Files.createDirectories(checkout.resolve("bin")).resolve("mvn");
        Files.writeString(maven, MAVEN);
        assertThat(maven.toFile().setExecutable(true)).isTrue();
    }

    /** What it then starts is no jar, so that its status says nothing. */
    private Process version(String output) throws IOException {
        return sim(output, "version");
    }

    private Process sim(String output, String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", checkout.resolve("sim").toString()));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true).redirectOutput(checkout.resolve(output).toFile());
        builder.environment().put("PATH", checkout.resolve("bin") + ":" + System.getenv("PATH"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        return builder.start();
    }

    private static void ended(Process process) throws InterruptedException {
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    }
}
