package examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.testkit.Child;
import sim.testkit.Relay;
import sim.wire.tls.TlsFiles;

/**
 * Keys, authorities and tokens are replaced while two programs ship ten thousand calls a second each: what is not let in is kept by its
 * collector, and shipped when it is let in again. Nothing is lost.
 */
class RotationIT {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Path SERVER = ROOT.resolve("sim-agent-server/target/sim-agent-server.jar");
    private static final Pattern READY = Pattern
            .compile("ready: https://127\\.0\\.0\\.1:(\\d+) \\(collectors on (\\d+)\\)");
    private static final Pattern COUNT = Pattern.compile("\"method\":\"call\",\"count\":(\\d+)");

    @TempDir
    Path folder;

    private final List<Process> processes = new ArrayList<>();
    private Path cert;
    private Path trust;
    private Path both;
    private String looking;
    private int page;

    @BeforeEach
    void make() throws Exception {
        for (String authority : List.of("old", "new")) {
            run("certs-" + authority, "-jar", SERVER.toString(), "certs", "--out",
                    folder.resolve(authority).toString());
        }
        cert = Files.copy(folder.resolve("old/server.pem"), folder.resolve("server.pem"));
        trust = Files.copy(folder.resolve("old/ca.pem"), folder.resolve("trust.pem"));
        both = Files.writeString(folder.resolve("both.pem"), Files.readString(folder.resolve("old/ca.pem"))
                + Files.readString(folder.resolve("new/ca.pem")));
        looking = token("looks", "look");
    }

    @AfterEach
    void end() throws Exception {
        for (Process each : processes) {
            each.destroyForcibly().waitFor();
        }
    }

    @Test
    @Tag("long")
    void nothingIsLostWhileKeysAuthoritiesAndTokensAreReplaced() throws Exception {
        Files.writeString(folder.resolve("stays.token"), token("stays", "ship"));
        Files.writeString(folder.resolve("leaves.token"), token("leaves", "ship"));
        Process server = start("server", "-jar", SERVER.toString(), "server", "--data", data(), "--port", "0", "--http",
                "0", "--tls-cert", cert.toString());
        await().atMost(Duration.ofSeconds(60)).until(() -> READY.matcher(said("server")).find());
        Matcher ready = READY.matcher(said("server"));
        assertThat(ready.find()).isTrue();
        page = Integer.parseInt(ready.group(1));
        try (Relay relay = Relay.to(Integer.parseInt(ready.group(2)))) {
            Process stays = program("stays", relay.port());
            Process leaves = program("leaves", relay.port());
            awaitMore("stays");
            awaitMore("leaves");

            replace(trust, both); // a new authority, and then a key that it signed
            replace(cert, folder.resolve("new/server.pem"));
            await().until(() -> said("server").contains("certificates of"));
            relay.cut();
            awaitMore("stays");
            replace(trust, folder.resolve("new/ca.pem"));
            relay.cut();
            awaitMore("stays");

            run("revoke", "-jar", SERVER.toString(), "token", "revoke", "leaves", "--data", data());
            long revoked = System.nanoTime();
            await().pollInterval(Duration.ofMillis(50)).until(() -> !isConnected("leaves"));
            System.out.println("a revoked token's collector was disconnected "
                    + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - revoked)
                    + " ms after the command that revoked it had ended");
            long stored = stored("leaves");
            awaitMore("stays");
            assertThat(stored("leaves")).as("the revoked one stores nothing").isEqualTo(stored);
            // Which of the two is said first depends on whether the server's last word still reached the collector.
            assertThat(said("leaves")).containsAnyOf("its token leaves was revoked, or has expired",
                    "its token is not known, or no longer");

            Path next = Files.writeString(folder.resolve("next.token"), token("leaves-again", "ship"));
            replace(folder.resolve("leaves.token"), next);
            awaitMore("leaves");

            Files.createFile(folder.resolve("stays.end"));
            Files.createFile(folder.resolve("leaves.end"));
            for (Process each : List.of(stays, leaves)) {
                assertThat(each.waitFor(2, TimeUnit.MINUTES)).isTrue();
                assertThat(each.exitValue()).isZero();
            }
        }
        for (String name : List.of("stays", "leaves")) {
            long made = said(name).lines().filter(line -> line.matches("\\d+")).mapToLong(Long::parseLong).sum();
            assertThat(made).isPositive();
            await().untilAsserted(() -> assertThat(stored(name)).as(said(name)).isEqualTo(made));
        }
        assertThat(server.isAlive()).isTrue();
    }

    private Process program(String name, int port) throws IOException {
        return start(name, "-javaagent:" + ROOT.resolve("sim-agent/target/sim-agent.jar") + "=application=" + name
                + ",interval=500ms,exit.flush=60s,hotspot.enabled=false,server=tls://127.0.0.1:" + port + ",tls.trust="
                + trust
                + ",token.file=" + folder.resolve(name + ".token"), "-cp", Path.of("target", "test-classes").toString(),
                "tried.Steady", folder.resolve(name + ".end").toString());
    }

    /** Waits until more of it is stored than now. */
    private void awaitMore(String application) throws Exception {
        long before = stored(application);
        await().atMost(Duration.ofSeconds(90)).until(() -> stored(application) > before);
    }

    private long stored(String application) throws Exception {
        Matcher count = COUNT.matcher(get("/api/v1/methods?last=1h&disabled=true&application=" + application));
        return count.find() ? Long.parseLong(count.group(1)) : 0;
    }

    private boolean isConnected(String application) throws Exception {
        return get("/api/v1/applications").matches("(?s).*\"name\":\"" + application + "\"[^}]*\"connected\":true.*");
    }

    private String get(String path) throws Exception {
        HttpClient client = HttpClient.newBuilder().sslContext(new TlsFiles(null, null, both, null).context()).build();
        return client.send(HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + page + path))
                .header("Authorization", "Bearer " + looking).build(), HttpResponse.BodyHandlers.ofString()).body();
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    private String token(String name, String role) throws Exception {
        return run("token-" + name, "-jar", SERVER.toString(), "token", "add", name, "--role", role, "--data", data())
                .strip();
    }

    /** As whoever renews certificates does: the name has the old file or the new one, and nothing between. */
    private static void replace(Path file, Path by) throws IOException {
        Path next = Files.copy(by, file.resolveSibling("next"), StandardCopyOption.REPLACE_EXISTING);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private String run(String name, String... arguments) throws Exception {
        Process process = start(name, arguments);
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(said(name)).isZero();
        return said(name);
    }

    private Process start(String name, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(Child.FRUGAL);
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".log").toFile()).start();
        processes.add(process);
        return process;
    }

    private String said(String name) throws IOException {
        return Files.readString(folder.resolve(name + ".log"));
    }
}
