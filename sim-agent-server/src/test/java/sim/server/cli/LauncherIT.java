package sim.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
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

    /** A Java that runs everything but the jars, which are empty here: it stands still as a server, and as what asks it has nothing to say. */
    private static final String SERVER = """
            #!/bin/sh
            case "$*" in
                *-jar*server*--http*) echo http:// ; exec sleep 60 ;;
                *-jar*) ;;
                *) exec JAVA "$@" ;;
            esac
            """;

    @TempDir
    Path checkout;

    private Path java = Path.of(System.getProperty("java.home"));

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

    /** It asked for a note that only its own build writes, and built again for each {@code --help}. */
    @Test
    void whatMavenBuiltIsBuiltAgainOnlyIfASourceIsNewer() throws Exception {
        prepare();
        List<Path> made = List.of(Path.of("sim-agent", "target", "sim-agent.jar"),
                Path.of("sim-agent-server", "target", "sim-agent-server.jar"),
                Path.of("sim-agent-server", "target", "lib", "sim-store-1.0.jar"),
                Path.of("sim-agent-server", "target", "lib", "sim-wire-1.0.jar"));
        List<Path> sources = List.of(Path.of("pom.xml"), Path.of("sim-agent", "src", "main", "A.java"),
                Path.of("sim-agent-server", "src", "main", "A.java"), Path.of("sim-store", "src", "main", "A.java"),
                Path.of("sim-wire", "src", "main", "A.java"), Path.of("sim-jfr", "pom.xml"));
        Path test = Path.of("sim-wire", "src", "test", "ATest.java");
        Path calls = checkout.resolve("maven.calls");
        aged(sources, 3);
        aged(made, 2);
        aged(List.of(test), 1);
        ended(sim("output", "top", "--help"));
        ended(version("output"));
        assertThat(calls).doesNotExist();
        for (Path each : sources) {
            aged(sources, 3);
            aged(made, 2);
            aged(List.of(each), 1);
            Files.deleteIfExists(checkout.resolve("target").resolve("sim.built"));
            ended(version("output"));
            assertThat(calls).as(each.toString()).hasContent("called");
            Files.delete(calls);
        }
        ended(version("output"));
        assertThat(calls).as("by the launcher itself").doesNotExist();
        aged(made.subList(0, 1), 4);
        Files.delete(checkout.resolve("target").resolve("sim.built"));
        ended(version("output"));
        assertThat(calls).as("an agent that is older than a module in it").hasContent("called");
    }

    /** The name of a module stood in the place of the lesson's. */
    @Test
    void aLessonOfWhatIsBuiltIsTheOneThatWasAskedFor() throws Exception {
        prepare();
        Path lesson = Path.of("examples", "01-etl");
        aged(List.of(Path.of("pom.xml"), Path.of("examples", "pom.xml"), lesson.resolve("pom.xml"),
                Path.of("sim-agent", "src", "main", "A.java"), Path.of("sim-wire", "src", "main", "A.java")), 3);
        aged(List.of(Path.of("sim-agent", "target", "sim-agent.jar"),
                Path.of("sim-agent-server", "target", "sim-agent-server.jar"),
                lesson.resolve("target").resolve("etl.jar")), 2);
        Files.writeString(checkout.resolve(lesson).resolve("run.sh"), "echo the lesson ran\n");
        java = Files.createDirectories(checkout.resolve("java").resolve("bin")).getParent();
        Path command = java.resolve("bin").resolve("java");
        Files.writeString(command, SERVER.replace("JAVA", System.getProperty("java.home") + "/bin/java"));
        assertThat(command.toFile().setExecutable(true)).isTrue();
        ended(sim("output", "demo", "--for", "1s", "--no-open"));
        assertThat(Files.readString(checkout.resolve("output"))).contains("Running examples/01-etl", "the lesson ran");
        assertThat(checkout.resolve("maven.calls")).doesNotExist();
    }

    /** Makes files so many hours old. */
    private void aged(List<Path> files, int hours) throws IOException {
        for (Path each : files) {
            Path file = checkout.resolve(each);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "");
            Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofHours(hours))));
        }
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

    /** As it is unpacked from a release: it wanted to build, and said that files of the sources are not there. */
    @Test
    void aCopyWithoutSourcesRunsWhatIsThereOrSaysInOneLineWhatIsNot() throws Exception {
        Files.copy(Path.of("..", "sim"), checkout.resolve("sim"));
        assertThat(refused("server")).contains("no sim-agent-server.jar", "lib/");
        assertThat(refused("attach")).contains("no sim-agent.jar");
        assertThat(refused("test")).contains("'test' needs SIM's sources");
        assertThat(refused("demo")).contains("'demo' needs SIM's sources");
        Path target = Path.of("target").toRealPath();
        Files.createSymbolicLink(checkout.resolve("sim-agent-server.jar"), target.resolve("sim-agent-server.jar"));
        Files.createSymbolicLink(checkout.resolve("lib"), target.resolve("lib"));
        Process version = version("version");
        ended(version);
        assertThat(Files.readString(checkout.resolve("version"))).startsWith("sim 1.").doesNotContain("Building",
                "find:");
        assertThat(version.exitValue()).isZero();
        assertThat(checkout.resolve("target")).as("nothing is written there").doesNotExist();
    }

    private String refused(String command) throws Exception {
        Process process = sim("refused", command);
        ended(process);
        assertThat(process.exitValue()).isEqualTo(1);
        List<String> said = Files.readAllLines(checkout.resolve("refused"));
        assertThat(said).hasSize(1);
        return said.get(0);
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
        builder.environment().put("JAVA_HOME", java.toString());
        return builder.start();
    }

    private static void ended(Process process) throws InterruptedException {
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    }
}
