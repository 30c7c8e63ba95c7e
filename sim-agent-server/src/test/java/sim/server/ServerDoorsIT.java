package sim.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.server.identity.Role;
import sim.server.identity.TokenFile;

/** The packaged server beyond this machine: it starts with a decision alone. */
class ServerDoorsIT {
    @TempDir
    Path folder;

    @Test
    void asItComesNoOtherMachineReachesIt() throws Exception {
        try (ChildServer server = new ChildServer(folder.resolve("data"), List.of()).awaitReady()) {
            assertThat(server.get("/api/v1/session")).contains("\"required\":false", "\"insecure\":false");
            assertThat(server.get("/api/v1/applications")).isEqualTo("[]");
            InetAddress own = ownAddress();
            assertThatThrownBy(() -> new Socket(own, server.collectorPort())).isInstanceOf(IOException.class);
        }
    }

    @Test
    void beyondItItDoesNotStartWithoutADecisionAndSaysWhatToWrite() throws Exception {
        String said = refused("--bind", "0.0.0.0");
        assertThat(said).startsWith("sim: --bind 0.0.0.0").contains("./sim certs", "./sim token add", "--insecure")
                .hasLineCount(1);
        new TokenFile(folder.resolve("data")).add("one", Role.ADMIN, List.of(), null);
        assertThat(refused("--bind", "0.0.0.0")).contains("needs TLS:").doesNotContain("token add");
    }

    @Test
    void insecureIsSaidAtEachStartInOneLineAndOnThePage() throws Exception {
        try (ChildServer server = child("--insecure", "--bind", "0.0.0.0")) {
            assertThat(server.complaints().stream().filter(line -> line.contains("--insecure"))).singleElement()
                    .asString()
                    .contains("no tokens");
            assertThat(server.get("/api/v1/session")).contains("\"insecure\":true", "\"required\":false");
        }
    }

    @Test
    void theStoreTheTokensAndTheAuditLogAreTheirOwnersAlone() throws Exception {
        Path data = folder.resolve("data");
        SimCommand token = SimCommand.run("token", "add", "me", "--role", "admin", "--data", data.toString());
        assertThat(token.exit()).isZero();
        assertThat(token.out()).matches("sim\\.me\\.[A-Za-z0-9_-]{43}\\R");
        try (ChildServer server = new ChildServer(data, List.of()).awaitReady()) {
            assertThat(server.get("/api/v1/session")).contains("\"required\":true");
        }
        assertThat(Files.getPosixFilePermissions(data)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        try (var all = Files.walk(data)) {
            for (Path each : all.filter(Files::isRegularFile).toList()) {
                assertThat(Files.getPosixFilePermissions(each)).as(each.toString())
                        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
                assertThat(new String(Files.readAllBytes(each), StandardCharsets.ISO_8859_1)).as(each.toString())
                        .doesNotContain(token.out().strip().substring(7));
            }
        }
        Path kept = folder.resolve("shops.token");
        assertThat(SimCommand.run("token", "add", "shops", "--role", "ship", "--out", kept.toString(), "--data",
                data.toString()).out()).isEmpty();
        assertThat(Files.readString(kept)).matches("sim\\.shops\\.[A-Za-z0-9_-]{43}\\R");
        assertThat(Files.getPosixFilePermissions(kept)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(SimCommand.run("token", "list", "--data", data.toString()).out()).contains("me", "admin", "never");
        assertThat(SimCommand.run("token", "revoke", "me", "--data", data.toString()).exit()).isZero();
        assertThat(Files.readString(data.resolve("audit/audit.log"))).contains("token add me", "token revoke me");
        try (ChildServer server = new ChildServer(data, List.of()).awaitReady()) { // it asked once: it always asks
            assertThat(server.get("/api/v1/session")).contains("\"required\":true");
        }
        Files.delete(data.resolve("tokens.json"));
        try (ChildServer server = new ChildServer(data, List.of()).awaitReady()) { // nor does a lost list open it
            assertThat(server.get("/api/v1/session")).contains("\"required\":true");
            assertThat(server.complaints()).anyMatch(line -> line.contains("tokens.json is gone"));
        }
    }

    @Test
    void auditLinesAreLinesOfTheServersLogIfTheyAreWanted() throws Exception {
        new TokenFile(folder.resolve("data")).add("one", Role.ADMIN, List.of(), null);
        for (boolean wanted : List.of(false, true)) {
            try (ChildServer server = wanted ? child("--audit-lines") : child()) {
                HttpResponse<String> answer = HttpClient.newHttpClient().send(
                        HttpRequest.newBuilder(URI.create(server.address() + "api/v1/losses")).build(),
                        HttpResponse.BodyHandlers.ofString());
                assertThat(answer.statusCode()).isEqualTo(401);
                assertThat(server.complaints().stream().filter(line -> line.contains("GET /api/v1/losses")))
                        .hasSize(wanted ? 1 : 0).allMatch(line -> line.contains("\"who\":\"nobody\""));
            }
        }
    }

    @Test
    void whoeverHasNoTokenWritesNothingIntoTheLog() throws Exception {
        try (ChildServer server = new ChildServer(folder.resolve("data"), List.of()).awaitReady()) {
            for (String wrong : List.of("Host: a b", "Host: [::1", "Host: localhost\r\nHost: evil")) {
                try (Socket client = new Socket("127.0.0.1", URI.create(server.address()).getPort())) {
                    client.getOutputStream().write(
                            ("GET / HTTP/1.1\r\n" + wrong + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
                    assertThat(client.getInputStream().read()).isPositive();
                }
            }
            assertThat(server.complaints()).isEmpty();
        }
    }

    @Test
    void secretsThatOthersReadOrThatGoInClearTextAreSaid() throws Exception {
        Path headers = Files.writeString(folder.resolve("headers"), "Authorization: Bearer abc\n");
        Files.setPosixFilePermissions(headers, PosixFilePermissions.fromString("rw-r--r--"));
        try (ChildServer server = child("--otlp", "http://192.0.2.1:4318", "--otlp-headers", headers.toString())) {
            assertThat(server.complaints()).filteredOn(line -> line.contains("in clear text")).singleElement()
                    .asString().contains("http://192.0.2.1:4318", "the headers of " + headers, "https://");
            assertThat(server.complaints()).filteredOn(line -> line.contains("chmod 600")).singleElement().asString()
                    .contains(headers.toString());
        }
        Files.setPosixFilePermissions(headers, PosixFilePermissions.fromString("rw-------"));
        try (ChildServer server = child("--otlp", "http://127.0.0.1:1", "--otlp-headers", headers.toString())) {
            assertThat(server.complaints()).noneMatch(line -> line.contains("in clear text") || line.contains("chmod"));
        }
    }

    /** Values of contexts are secrets as well, with or without headers. */
    @ParameterizedTest
    @ValueSource(strings = {"--otlp", "--zipkin"})
    void valuesThatLeaveTheMachineInClearTextAreSaid(String option) throws Exception {
        try (ChildServer server = child(option, "http://192.0.2.1:4318")) {
            assertThat(server.complaints()).filteredOn(line -> line.contains("in clear text")).singleElement()
                    .asString().contains(option + " http://192.0.2.1:4318", "contexts with their values", "https://")
                    .doesNotContain("headers");
        }
        for (String well : List.of("https://192.0.2.1:4318", "http://localhost:1")) {
            try (ChildServer server = child(option, well)) {
                assertThat(server.complaints()).noneMatch(line -> line.contains("in clear text"));
            }
        }
    }

    /** As Podman and systemd-nspawn say it. */
    @Test
    void inAContainerTheRefusalSaysWhatToWrite() throws Exception {
        assertThat(refused(Map.of("container", "podman"), "--bind", "0.0.0.0")).contains("In this container",
                "-p 127.0.0.1:7421:7421", "--bind 0.0.0.0 --insecure").hasLineCount(1);
    }

    private String refused(String... arguments) throws Exception {
        return refused(Map.of(), arguments);
    }

    private String refused(Map<String, String> environment, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", "target/sim-agent-server.jar", "server",
                        "--data", folder.resolve("data").toString(),
                        "--port", "0",
                        "--http", "0"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isEqualTo(2);
        return said;
    }

    private ChildServer child(String... further) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--port", "0", "--http", "0"));
        arguments.addAll(List.of(further));
        return new ChildServer(folder.resolve("data"), List.of(), arguments.toArray(new String[0])).awaitReady();
    }

    /** An address of this machine that other machines could call. */
    private static InetAddress ownAddress() throws IOException {
        for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            for (InetAddress address : Collections.list(each.getInetAddresses())) {
                if (!address.isLoopbackAddress() && !address.isLinkLocalAddress()) {
                    return address;
                }
            }
        }
        Assumptions.abort("this machine has no address but loopback");
        return null;
    }

    private record SimCommand(int exit, String out) {
        static SimCommand run(String... arguments) throws Exception {
            List<String> command = new ArrayList<>(
                    List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                            "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", "target/sim-agent-server.jar"));
            command.addAll(List.of(arguments));
            Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new SimCommand(process.waitFor(), out);
        }
    }
}
