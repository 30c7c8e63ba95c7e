package sim.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What CI runs, with a Maven that only says on which JDK it was called, and that leaves a report with skipped tests. */
class ContinuousIntegrationIT {
    private static final String MAVEN = """
            #!/bin/sh
            echo "$JAVA_HOME $*" >> maven.calls
            mkdir -p server/target/failsafe-reports
            printf '<skipped message="The page is not tried: no /usr/bin/chromium"/>\\n<skipped message="seldom"/>\\n' \\
                > server/target/failsafe-reports/TEST-page.xml
            if [ -e "flaky.on.$(basename "$JAVA_HOME")" ]; then
                echo '<flakyFailure message="late"/>' > server/target/failsafe-reports/TEST-shop.OrderIT.xml
            fi
            [ ! -e "hangs.on.$(basename "$JAVA_HOME")" ] || exec sleep 600
            [ ! -e "fails.on.$(basename "$JAVA_HOME")" ]
            """;

    private static final String CALL = " -B verify -Dformatter=validate -Dsurefire.rerunFailingTestsCount=1"
            + " -Dfailsafe.rerunFailingTestsCount=1";

    @TempDir
    Path checkout;

    @Test
    void bothJdksBuildAndTheLastLinesSayWhatWasSkipped() throws Exception {
        prepare();
        List<String> said = run(0);
        assertThat(Files.readAllLines(checkout.resolve("maven.calls"))).containsExactly(
                checkout.resolve("jdk17") + CALL, checkout.resolve("jdk99") + CALL);
        assertThat(said).endsWith(
                "ci: 2 tests were skipped on JDK 17, 1 of them because there is no Chromium",
                "ci: 2 tests were skipped on JDK 99, 1 of them because there is no Chromium");
    }

    @Test
    void aFailureOnTheNewerOneIsAFailure() throws Exception {
        prepare();
        Files.createFile(checkout.resolve("fails.on.jdk99"));
        assertThat(run(1)).endsWith("ci: 2 tests were skipped on JDK 17, 1 of them because there is no Chromium",
                "ci: 2 tests were skipped on JDK 99, 1 of them because there is no Chromium");
    }

    @Test
    void aFailureOnTheUsualOneIsAFailureAndThereIsNoSecondBuild() throws Exception {
        prepare();
        Files.createFile(checkout.resolve("fails.on.jdk17"));
        run(1);
        assertThat(Files.readAllLines(checkout.resolve("maven.calls"))).containsExactly(
                checkout.resolve("jdk17") + CALL);
    }

    @Test
    void aSecondBuildThatTakesTooLongIsEndedAndSaidToBeUnfinished() throws Exception {
        prepare();
        Files.createFile(checkout.resolve("hangs.on.jdk99"));
        assertThat(run(0, "SIM_CI_SECONDS", "20").get(2)).startsWith("ci: UNFINISHED on JDK 99");
    }

    @Test
    void aTestThatPassedWhenRunAgainIsNamed() throws Exception {
        prepare();
        Files.createFile(checkout.resolve("flaky.on.jdk99"));
        assertThat(run(0)).endsWith("ci: 2 tests were skipped on JDK 99, 1 of them because there is no Chromium",
                "ci: on JDK 99 a test failed and passed when run again, in: shop.OrderIT");
    }

    private void prepare() throws IOException {
        Files.createDirectories(checkout.resolve(".ci"));
        Files.copy(Path.of("..", ".ci", "run"), checkout.resolve(".ci").resolve("run"));
        Path tools = Files.createDirectories(checkout.resolve("bin"));
        program(tools.resolve("mvn"), MAVEN);
        program(tools.resolve("chromium"), "#!/bin/sh\n");
        program(tools.resolve("chromedriver"), "#!/bin/sh\n");
        for (int release : new int[]{17, 99}) { // no machine has a newer one
            Path jdk = Files.createDirectories(checkout.resolve("jdk" + release).resolve("bin")).getParent();
            program(jdk.resolve("bin").resolve("javac"), "#!/bin/sh\n");
            Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"" + release + ".0.1\"\n");
        }
    }

    private static void program(Path file, String text) throws IOException {
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private List<String> run(int exit, String... environment) throws Exception {
        Path out = checkout.resolve("out");
        ProcessBuilder builder = new ProcessBuilder("bash", checkout.resolve(".ci").resolve("run").toString())
                .redirectErrorStream(true).redirectOutput(out.toFile());
        builder.environment().put("PATH", checkout.resolve("bin") + ":" + System.getenv("PATH"));
        builder.environment().put("JAVA_HOME", checkout.resolve("jdk17").toString());
        builder.environment().put("JAVA_HOME_99", checkout.resolve("jdk99").toString());
        for (int i = 0; i < environment.length; i += 2) {
            builder.environment().put(environment[i], environment[i + 1]);
        }
        Process process = builder.start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(out)).isEqualTo(exit);
        return Files.readAllLines(out);
    }
}
