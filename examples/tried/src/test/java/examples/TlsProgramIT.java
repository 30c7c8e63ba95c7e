package examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.testkit.Child;
import sim.wire.tls.TlsFiles;

/** A real program under the agent, with TLS, a certificate and a token, at a real server. */
class TlsProgramIT {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Pattern READY = Pattern
            .compile("ready: https://127\\.0\\.0\\.1:(\\d+) \\(collectors on (\\d+)\\)");

    @TempDir
    Path folder;

    @Test
    @Tag("long")
    void aProgramThatSetsItsOwnTlsInMainHasIt() throws Exception {
        String server = ROOT.resolve("sim-agent-server/target/sim-agent-server.jar").toString();
        Path certs = folder.resolve("certs");
        Path data = folder.resolve("data");
        run(folder.resolve("certs.log"), java(), "-jar", server, "certs", "--out", certs.toString());
        Path ship = folder.resolve("ship");
        Path look = folder.resolve("look");
        run(ship, java(), "-jar", server, "token", "add", "ship", "--role", "ship", "--apps", "own*", "--data",
                data.toString());
        run(look, java(), "-jar", server, "token", "add", "look", "--role", "look", "--data", data.toString());
        Path log = folder.resolve("server.log");
        Process running = new ProcessBuilder(java(), "-XX:TieredStopAtLevel=1", "-jar", server, "server", "--data",
                data.toString(), "--port", "0",
                "--http", "0", "--tls-cert", certs.resolve("server.pem").toString(), "--tls-collectors",
                certs.resolve("ca.pem").toString()).redirectErrorStream(true).redirectOutput(log.toFile()).start();
        try {
            await().atMost(Duration.ofSeconds(60)).until(() -> READY.matcher(Files.readString(log)).find());
            Matcher ready = READY.matcher(Files.readString(log));
            assertThat(ready.find()).isTrue();
            Path printed = folder.resolve("program.log");
            // its main comes 8 s after the agent, as on a busy machine
            run(printed, java(), "-javaagent:" + ROOT.resolve("sim-agent/target/sim-agent.jar")
                    + "=application=own-tls,interval=2s,exit.flush=60s,server=tls://127.0.0.1:" + ready.group(2)
                    + ",tls.trust="
                    + certs.resolve("ca.pem") + ",tls.cert=" + certs.resolve("collector.pem") + ",token.file=" + ship,
                    "-javaagent:" + slowAgent(), "-cp",
                    Path.of("target", "test-classes").toString(), "tried.OwnTls");
            assertThat(Files.readString(printed)).as("the program's own setting holds")
                    .isEqualToIgnoringNewLines("[TLSv1.2]");
            HttpClient client = HttpClient.newBuilder()
                    .sslContext(new TlsFiles(null, null, certs.resolve("ca.pem"), null).context()).build();
            String token = Files.readString(look).trim();
            String answer = client.send(HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + ready.group(1)
                    + "/api/v1/methods?last=1h")).header("Authorization", "Bearer " + token).build(),
                    HttpResponse.BodyHandlers.ofString()).body();
            assertThat(answer).as(Files.readString(log)).contains("own-tls", "tried.OwnTls", "work");
        } finally {
            running.destroy();
            running.waitFor();
        }
    }

    private Path slowAgent() throws Exception {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", "tried.SlowAgent");
        Path jar = folder.resolve("slow-agent.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            out.putNextEntry(new JarEntry("tried/SlowAgent.class"));
            out.write(Files.readAllBytes(Path.of("target", "test-classes", "tried", "SlowAgent.class")));
        }
        return jar;
    }

    private static void run(Path log, String... command) throws Exception {
        List<String> frugal = new ArrayList<>(List.of(command));
        frugal.addAll(1, Child.FRUGAL);
        Process process = new ProcessBuilder(frugal).redirectErrorStream(true)
                .redirectOutput(log.toFile()).start();
        if (!process.waitFor(2, TimeUnit.MINUTES) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new AssertionError(String.join(" ", command) + ": " + Files.readString(log));
        }
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
