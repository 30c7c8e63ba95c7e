package sim.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The real Zipkin as a process of its own: its makers' executable jar, which keeps what it gets in memory. */
public final class Zipkin implements AutoCloseable {
    private static final String ARTIFACT = "io.zipkin:zipkin-server:3.5.1:jar:exec";

    private final Process process;
    private final int port;

    /** Starts it, and waits until it answers. */
    public Zipkin(Path folder, int port) throws Exception {
        this.port = port;
        ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m", "-XX:TieredStopAtLevel=1", "-jar", jar().toString());
        builder.environment().put("QUERY_PORT", String.valueOf(port));
        process = builder.redirectErrorStream(true).redirectOutput(folder.resolve("zipkin.log").toFile()).start();
        await().atMost(Duration.ofMinutes(3)).ignoreExceptions().until(() -> {
            assertThat(process.isAlive()).isTrue();
            return ask("/health").path("status").asString().equals("UP");
        });
    }

    /** Skips a test where its jar cannot be had. */
    public static void assumed() throws Exception {
        jar();
    }

    /** Its jar, fetched once into the build's folder. */
    private static Path jar() throws IOException, InterruptedException {
        Path jar = Path.of("target", "zipkin", "zipkin-server-3.5.1-exec.jar").toAbsolutePath();
        if (!Files.exists(jar)) {
            assumeTrue(Stream.of(System.getenv("PATH").split(File.pathSeparator))
                    .anyMatch(each -> new File(each, "mvn").canExecute()), "Zipkin is not tried: no mvn on the path");
            Files.createDirectories(jar.getParent());
            Process fetch = new ProcessBuilder("mvn", "-B", "-q",
                    "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy", "-Dartifact=" + ARTIFACT,
                    "-DoutputDirectory=" + jar.getParent()).directory(jar.getParent().toFile())
                    .redirectErrorStream(true).redirectOutput(jar.resolveSibling("fetched.txt").toFile()).start();
            assumeTrue(fetch.waitFor(5, TimeUnit.MINUTES) && Files.exists(jar),
                    "Zipkin is not tried: Maven cannot fetch " + ARTIFACT);
        }
        return jar;
    }

    /** Where a browser sees a trace. */
    public String page(String trace) {
        return "http://127.0.0.1:" + port + "/zipkin/traces/" + trace;
    }

    /** What it answers to a path that is to be had. */
    public JsonNode ask(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = HttpClient.newHttpClient().send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(answer.body());
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
