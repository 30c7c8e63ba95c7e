package examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The lesson on recording contexts, by its own script. */
class RecordingContextIT {
    @TempDir
    static Path folder;

    private static RunningServer server;
    private static String printed;

    @BeforeAll
    static void runLesson() throws Exception {
        server = new RunningServer(folder);
        printed = server.run("12-recording-context");
    }

    @AfterAll
    static void stopServer() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void bothSleepsArePrintedWithTheirContext() {
        assertThat(printed.lines().filter(line -> line.equals("    Key1 -> Value1,"))).hasSize(2);
    }

    @Test
    void theToolOfJdk25PrintsItToo() {
        assumeTrue(printed.contains("The jfr print of JDK 2"), "there is no JDK 25; name one with JAVA_HOME_25");
        assertThat(printed.lines().map(String::strip)
                .filter(line -> line.equals("Context: Context.Key1 = \"Value1\""))).hasSize(2);
    }

    @Test
    void theProgramIsMeteredBesides() throws Exception {
        JsonNode methods = server.get("/api/v1/methods?last=1h&application=recording-context").path("methods");
        assertThat(methods).extracting(method -> method.path("method").asString() + " " + method.path("count").asLong())
                .contains("sleepIn 2");
    }
}
