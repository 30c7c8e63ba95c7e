package sim.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import sim.wire.tls.TlsFiles;

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
        HttpsServer encrypted = HttpsServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        encrypted.setHttpsConfigurator(
                new HttpsConfigurator(new TlsFiles(ours.server(), null, null, null).context()));
        encrypted.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write("{}".getBytes());
            exchange.close();
        });
        encrypted.start();
        try {
            String port = ":" + encrypted.getAddress().getPort();
            assertThatThrownBy(() -> askingOf("https://127.0.0.1" + port).get("health", Map.of()))
                    .hasMessageContainingAll("Name the authority of its certificate", "--tls-trust", "SIM_TLS_TRUST");
            assertThatThrownBy(() -> askingOf("http://127.0.0.1" + port).get("health", Map.of()))
                    .hasMessageContaining("with https:// if it has TLS");
            assertThatThrownBy(() -> askingOf("https://127.0.0.1:" + http.getAddress().getPort(), "--tls-trust",
                    ours.ca().toString()).get("health", Map.of())).hasMessageContaining("It has no TLS there");
            assertThatThrownBy(() -> askingOf("https://127.0.0.1" + port, "--tls-trust",
                    folder.resolve("none.pem").toString()).get("health", Map.of()))
                    .hasMessageContainingAll("none.pem", "Correct the name of that file");
            assertThat(askingOf("https://127.0.0.1" + port, "--tls-trust", ours.ca().toString())
                    .get("health", Map.of()).isObject()).isTrue();
        } finally {
            encrypted.stop(0);
        }
    }

    private AgentServer asking(String host, String... further) throws Exception {
        return askingOf("http://" + host + ":" + http.getAddress().getPort(), further);
    }

    private AgentServer askingOf(String server, String... further) throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "sim.x.y\n");
        List<String> arguments = new java.util.ArrayList<>(List.of("--server", server, "--token-file", token.toString()));
        arguments.addAll(List.of(further));
        return CommandLine.populateCommand(new AgentServer(), arguments.toArray(new String[0]));
    }
}
