package sim.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.jfr.reader.JoinedEvent;
import sim.testkit.Child;
import sim.testkit.Jdks;

/**
 * The program of the recording contexts' proposal, to the letter. As it was published no Java compiler takes it, for nothing
 * in it catches or declares what the JDK's own methods throw: main is given a throws clause, and a neighbour of the name
 * Thread sleeps in the Runnables.
 */
class SeedProgramIT {
    /** What was left out of the published text. */
    private static final String IMPORTS = """
            import java.nio.file.*;
            import java.util.concurrent.*;
            import jdk.jfr.Recording;
            import sim.jfr.*;
            """;
    private static final String MAIN = "public static void main(String[] args)";
    private static final String THREAD = """
            final class Thread {
                static void sleep(long millis) {
                    try {
                        java.lang.Thread.sleep(millis);
                    } catch (InterruptedException stop) {
                        java.lang.Thread.currentThread().interrupt();
                    }
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void onThisJdk() throws IOException {
        assertBothSleepsAreInContext(Jdks.own());
    }

    @Test
    void onJdk25() throws IOException {
        assumeTrue(Jdks.jdk25() != null, "there is no JDK 25; name one with -Dsim.jdk25 or JAVA_HOME_25");
        assertBothSleepsAreInContext(Jdks.jdk25());
    }

    private void assertBothSleepsAreInContext(Path jdk) throws IOException {
        Path classes = compile();
        Child.Result run = Child.jvm(jdk, List.of("-Djava.io.tmpdir=" + folder), "sim.jfr.Elsewhere",
                classes.toString(), "Program");
        assertThat(run.exit()).as(run.all()).isZero();
        List<JoinedEvent> sleeps = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "my-recording*.jfr")) {
            for (Path file : files) {
                sleeps.addAll(Recorded.read(file, "jdk.ThreadSleep"));
            }
        }
        assertThat(sleeps).as(run.all()).extracting(JoinedEvent::context).containsExactly(Map.of("Key1", "Value1"),
                Map.of("Key1", "Value1"));
    }

    private Path compile() throws IOException {
        String program = new String(
                getClass().getResourceAsStream("/seeds/recording-context-program.txt").readAllBytes(),
                StandardCharsets.UTF_8);
        Path sources = Files.createDirectories(folder.resolve("sources"));
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Path main = Files.writeString(sources.resolve("Program.java"),
                IMPORTS + program.replace(MAIN, MAIN + " throws Exception"));
        Path thread = Files.writeString(sources.resolve("Thread.java"), THREAD);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "--release", "17", "-d",
                classes.toString(), "-cp", Path.of("target", "classes").toString(), main.toString(),
                thread.toString())).isZero();
        return classes;
    }
}
