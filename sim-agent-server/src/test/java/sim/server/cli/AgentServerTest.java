package sim.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import sim.server.GuardedServer;

/** A token does not leave the machine in clear text unless somebody decided so; who cannot connect is told what to write. */
class AgentServerTest {
    @TempDir
    Path folder;

    private final List<String> sent = new CopyOnWriteArrayList<>();
    private HttpServer http;

    @BeforeEach
    void start() throws Exception {
        http = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        http.createContext("/", exchange -> {
            sent.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write("{}".getBytes());
            exchange.close();
        });
        http.start();
    }

    @AfterEach
    void stop() {
        http.stop(0);
    }

    /** As where the server's time for an answer is over in the middle of it. */
    @Test
    void anAnswerThatBreaksOffIsNoServerThatDoesNotAnswer() throws Exception {
        try (ServerSocket broken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            Thread answering = new Thread(() -> {
                try (Socket asked = broken.accept()) {
                    asked.getInputStream().read(new byte[8 << 10]);
                    asked.getOutputStream().write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"a\""
                            .getBytes(StandardCharsets.US_ASCII));
                } catch (IOException gone) {
                    // the test says what it lacks
                }
            });
            answering.start();
            assertThatThrownBy(() -> askingOf("http://127.0.0.1:" + broken.getLocalPort()).get("health", Map.of()))
                    .hasMessageContainingAll("answered, and its answer broke off (", "ask again")
                    .hasMessageNotContainingAny("no agent server", "null");
            answering.join();
        }
    }

    @Test
    void whereNobodyListensIsSaid() throws Exception {
        int nobody;
        try (ServerSocket socket = new ServerSocket(0)) {
            nobody = socket.getLocalPort();
        }
        assertThatThrownBy(() -> askingOf("http://127.0.0.1:" + nobody).get("health", Map.of()))
                .hasMessageContaining("no agent server that answers (").hasMessageNotContaining("null");
    }

    /** The kernel connects, and nobody speaks TLS: as a machine that is too busy to. */
    @Test
    void aServerThatDoesNotAnswerInTimeIsNotCalledAnotherPort() throws Exception {
        try (ServerSocket silent = new ServerSocket(0)) {
            AgentServer server = askingOf("https://127.0.0.1:" + silent.getLocalPort());
            server.patience = Duration.ofMillis(300);
            assertThatThrownBy(() -> server.get("health", Map.of()))
                    .hasMessageContainingAll("does not answer in time (", "too busy", "ask again")
                    .hasMessageNotContainingAny("no agent server", "collectors' port");
        }
    }

    @Test
    void aTokenIsNotSentToAnotherMachineInClearText() throws Exception {
        // of this machine, by a name that does not say so
        assertThatThrownBy(() -> asking("0.0.0.0").get("health", Map.of())).isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("--server http://0.0.0.0", "clear text", "https://", "--insecure");
        assertThatThrownBy(() -> asking("127.evil.example").get("health", Map.of())).hasMessageContaining("clear text");
        assertThat(sent).isEmpty();
        asking("127.0.0.1").get("health", Map.of());
        assertThat(sent).containsExactly("Bearer sim.x.y");
    }

    @Test
    void whoeverDecidedSoIsToldOnce() throws Exception {
        PrintStream err = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true));
        try {
            AgentServer server = asking("0.0.0.0", "--insecure");
            server.get("health", Map.of());
            server.get("health", Map.of());
        } finally {
            System.setErr(err);
        }
        assertThat(sent).containsExactly("Bearer sim.x.y", "Bearer sim.x.y");
        assertThat(said.toString().lines()).singleElement().asString().contains("clear text");
    }

    @Test
    void whoCannotConnectIsToldWhatToWrite() throws Exception {
        Certificates ours = Certificates.make(folder.resolve("ours"));
        Path there = folder.resolve("data");
        Path elsewhere = folder.resolve("clear");
        try (GuardedServer encrypted = new GuardedServer(there, ours.tls(), null);
                GuardedServer clear = new GuardedServer(elsewhere, null, null)) {
            String https = "https://127.0.0.1:" + encrypted.http.port();
            String trust = ours.ca().toString();
            assertThatThrownBy(() -> ask(https))
                    .hasMessageContainingAll("Name the authority of its certificate", "--tls-trust", "SIM_TLS_TRUST");
            assertThatThrownBy(() -> ask(https.replace("https", "http")))
                    .hasMessageContaining("with https:// if it has TLS");
            assertThatThrownBy(() -> ask("https://127.0.0.1:" + clear.http.port(), "--tls-trust", trust))
                    .hasMessageContaining("It has no TLS there");
            assertThatThrownBy(() -> ask(https, "--tls-trust", folder.resolve("none.pem").toString()))
                    .hasMessageContainingAll("none.pem", "Correct the name of that file");
            assertThatThrownBy(() -> ask(https, "--tls-trust", trust)) // it is answered, and its token is none
                    .hasMessageContaining("does not let this in: it does not know this token");
        }
    }

    /** An option --token was asked for, and there is none. */
    @Test
    void whoTriedAWrongTokenTooOftenIsToldHowLongToWait() throws Exception {
        try (GuardedServer server = new GuardedServer(folder.resolve("data"), null, null)) {
            String address = "http://127.0.0.1:" + server.http.port();
            for (int tries = 0; tries < 10; tries++) {
                assertThatThrownBy(() -> ask(address)).hasMessageContaining("does not let this in");
            }
            assertThatThrownBy(() -> ask(address)).hasMessageContainingAll(
                    "does not let this in: this token is not good", "wait 60 s before the next try", "--token-file")
                    .hasMessageNotContainingAny("--token is", "fewer");
        }
    }

    private void ask(String server, String... further) throws Exception {
        askingOf(server, further).get("health", Map.of());
    }

    private AgentServer asking(String host, String... further) throws Exception {
        return askingOf("http://" + host + ":" + http.getAddress().getPort(), further);
    }

    private AgentServer askingOf(String server, String... further) throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "sim.x.y\n");
        List<String> arguments = new java.util.ArrayList<>(
                List.of("--server", server, "--token-file", token.toString()));
        arguments.addAll(List.of(further));
        return CommandLine.populateCommand(new AgentServer(), arguments.toArray(new String[0]));
    }
}
