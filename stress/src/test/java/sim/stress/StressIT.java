package sim.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jcstress.Main;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.grading.TestGrading;
import org.openjdk.jcstress.infra.runners.TestList;

/**
 * Runs the jcstress tests of this module and reads what came of them; jcstress' own exit is not relied on: a test that
 * did not run is a failure too. What it wrote is in {@code target/jcstress}, for people {@code index.html}.
 */
class StressIT {
    /** One VM a test, and the compiler that moves the most; some ten to hundred thousand tries each. */
    private static final String SHORT = "-f 1 -iters 1 -time 90 -strideSize 64 -strideCount 16 -hs 128 -sc false -pth false"
            + " -jvmArgs -XX:+UseSerialGC -jvmArgs -XX:-TieredCompilation";
    private static final Path HOME = Path.of("target", "jcstress").toAbsolutePath();

    @Test
    @Tag("long")
    void nothingForbiddenHappens() throws Exception {
        String options = System.getProperty("stress", SHORT);
        Files.createDirectories(HOME);
        deleteFormerResults();
        Process jcstress = start(options);
        boolean ended = jcstress.waitFor(Integer.getInteger("stress.minutes", 5), TimeUnit.MINUTES);
        if (!ended) {
            jcstress.descendants().forEach(ProcessHandle::destroyForcibly);
            jcstress.destroyForcibly().waitFor();
        }
        assertThat(ended).as("jcstress %s ended in time; -Dstress.minutes gives it more; see %s", options, HOME)
                .isTrue();

        Collection<TestResult> results = read();
        List<String> wrong = new ArrayList<>();
        for (TestResult result : results) {
            TestGrading grading = TestGrading.grade(result);
            if (result.status() != Status.NORMAL || !grading.isPassed || result.getTotalCount() == 0) {
                wrong.add(result.getName() + " " + result.getConfig().jvmArgs + " " + result.status() + " "
                        + grading.failureMessages + result.getMessages());
            }
        }
        assertThat(wrong).as("tests that saw what is forbidden, or broke; see %s", HOME.resolve("index.html"))
                .isEmpty();
        Set<String> ran = new TreeSet<>();
        results.forEach(result -> ran.add(result.getName()));
        if (!options.contains("-t ")) {
            assertThat(ran).as("tests with a result; see %s", HOME.resolve("out.txt"))
                    .isEqualTo(new TreeSet<>(TestList.tests()));
        }
    }

    private static Process start(String options) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp", System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Main.class.getName(), "-r", HOME.toString()));
        command.addAll(List.of(options.trim().split("\\s+")));
        return new ProcessBuilder(command).directory(HOME.toFile()).redirectErrorStream(true)
                .redirectOutput(HOME.resolve("out.txt").toFile()).start();
    }

    private static Collection<TestResult> read() throws Exception {
        InProcessCollector results = new InProcessCollector();
        for (File file : files()) {
            DiskReadCollector reader = new DiskReadCollector(file.toString(), results);
            reader.dump();
            reader.close();
        }
        return results.getTestResults();
    }

    private static void deleteFormerResults() throws IOException {
        for (File file : files()) {
            Files.delete(file.toPath());
        }
    }

    private static List<File> files() throws IOException {
        try (Stream<Path> files = Files.list(HOME)) {
            return files.filter(file -> file.getFileName().toString().endsWith(".bin.gz")).map(Path::toFile).toList();
        }
    }
}
