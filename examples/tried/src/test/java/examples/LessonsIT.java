package examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Every lesson, run by its own script against a real agent server, and what its header says you should see. */
class LessonsIT {
    @TempDir
    static Path folder;

    private static RunningServer server;

    @BeforeAll
    static void startServer() throws Exception {
        server = new RunningServer(folder);
    }

    @AfterAll
    static void stopServer() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"01-etl, etl", "03-plain-weaver, etl-plain-weaver", "04-compile-time, etl-compile-time"})
    void etlShowsEveryMeasure(String lesson, String application) throws Exception {
        assertThat(server.run(lesson)).contains("orders loaded");

        Map<String, JsonNode> methods = methods(application);
        assertThat(methods).containsKeys("shop.etl.Round.run", "shop.etl.Extract.apply",
                "shop.etl.Parser.order", "shop.etl.OrderFiles.generate");
        assertThat(methods).doesNotContainKeys("shop.etl.Parser.parse", "shop.etl.OrderFiles.line");
        assertThat(methods.values()).anyMatch(method -> method.path("errors").asLong() > 0);
        Stream.of("wall", "thread.cpu", "thread.cpu.user", "thread.cpu.system", "process.cpu", "threads.started",
                "blocking.count", "blocking.time", "waiting.count", "waiting.time", "gc.count", "gc.time",
                "alloc.bytes").forEach(
                        meter -> assertThat(methods.values()).as(meter).anyMatch(
                                method -> method.path("meters").path(meter).path("total").asLong() > 0));

        assertThat(server.get("/api/v1/contexts?last=1h&application=" + application).path("contexts"))
                .extracting(context -> context.path("name").asString())
                .contains("round", "extract", "transform", "load");
    }

    @Test
    @Tag("long")
    void checkstyleIsMeteredUntouched() throws Exception {
        server.run("02-checkstyle");

        assertThat(methods("checkstyle")).containsKey("com.puppycrawl.tools.checkstyle.Checker.process");
    }

    private static Map<String, JsonNode> methods(String application) throws Exception {
        Map<String, JsonNode> methods = new HashMap<>();
        for (JsonNode method : server.get("/api/v1/methods?last=1h&limit=1000&disabled=true&application=" + application)
                .path("methods")) {
            methods.put(method.path("class").asString() + "." + method.path("method").asString(), method);
        }
        return methods;
    }
}
