package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sim.server.cli.Certificates;
import sim.server.cli.OpenSsl;
import sim.server.identity.Audit;
import sim.server.identity.Guard;
import sim.server.identity.Role;
import sim.server.identity.TokenFile;
import sim.server.ingest.Ingest;
import sim.server.query.Answers;
import sim.server.query.DuckDbAnswers;
import sim.server.query.Turn;
import sim.server.tls.ServerTls;
import sim.store.DuckDbStore;
import sim.wire.tls.TlsFiles;

/** The page's port under TLS: hosts, cookies and deadlines are as they are without. */
class TlsHttpTest {
    private static final Duration IDLE = Duration.ofSeconds(1);

    @TempDir
    static Path folder;

    private static DuckDbStore store;
    private static Ingest ingest;
    private static ServerTls tls;
    private static Guard guard;
    private static HttpServer server;
    private static SSLContext trusting;
    private static String token;
    private static Path authority;

    @BeforeAll
    static void start() throws Exception {
        Certificates certificates = Certificates.make(folder.resolve("certs"));
        authority = certificates.ca();
        trusting = new TlsFiles(null, null, authority, null).context();
        tls = certificates.tls();
        store = new DuckDbStore(folder.resolve("data"));
        ingest = new Ingest(store, "127.0.0.1", 0);
        TokenFile tokens = new TokenFile(folder.resolve("data"));
        token = tokens.add("me", Role.LOOK, List.of(), null);
        guard = Guard.of(tokens, new Audit(folder.resolve("data"), false), false, null, false);
        Answers real = new DuckDbAnswers(store);
        Answers slow = new Answers() {
            @Override
            public <T> T ask(Turn turn, Ask<T> ask) {
                try {
                    Thread.sleep(3 * IDLE.toMillis());
                } catch (InterruptedException ended) {
                    Thread.currentThread().interrupt();
                }
                return real.ask(turn, ask);
            }

            @Override
            public void tryIt() {
                real.tryIt();
            }
        };
        server = new HttpServer(store, slow, ingest,
                Site.at("127.0.0.1", 0).with(20, IDLE).with(guard, tls));
    }

    @AfterAll
    static void stop() {
        server.close();
        ingest.close();
        store.close();
        guard.close();
        tls.close();
    }

    @Test
    void anAnswerThatTakesLongerThanAConnectionMayBeIdleIsWhole() throws Exception {
        assertThat(get("127.0.0.1", "/api/v1/applications").body()).isEqualTo("[]");
        assertThat(get("localhost", "/api/v1/applications").body()).isEqualTo("[]");
    }

    @Test
    void theCookieGoesOverTlsAlone() throws Exception {
        HttpResponse<String> in = client().send(HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + server.port()
                + "/api/v1/session")).header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"token\":\"" + token + "\"}")).build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(in.headers().firstValue("Set-Cookie").orElseThrow()).contains("; Secure", "HttpOnly",
                "SameSite=Strict", "__Host-sim-session=");
    }

    static List<String> offers() {
        return OpenSsl.OFFERS;
    }

    @ParameterizedTest
    @MethodSource("offers")
    void newVersionsAndCiphersWithForwardSecrecyAlone(String offer) throws Exception {
        assertThat(OpenSsl.speaks(server.port(), authority, offer)).isEqualTo(OpenSsl.isGood(offer));
    }

    @Test
    void theCiphersAreListed() {
        assertThat(tls.http().getSelectedCipherSuites()).isNotEmpty().allMatch(
                suite -> suite.matches(
                        "TLS_(AES|CHACHA20)_.*|TLS_ECDHE_(ECDSA|RSA)_WITH_(AES_[0-9]+_GCM|CHACHA20_POLY1305)_.*"));
        assertThat(tls.http().getSelectedProtocols()).containsExactlyInAnyOrder("TLSv1.3", "TLSv1.2");
    }

    @Test
    void noClientAsksForAnotherHandshake() throws Exception {
        assertThat(OpenSsl.renegotiates(server.port(), authority)).isFalse();
    }

    @Test
    void aPageInTheClearIsAnotherSite() throws Exception {
        String request = "GET /api/v1/session HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nOrigin: ";
        assertThat(raw(request + "http://localhost\r\n\r\n", 0)).startsWith("HTTP/1.1 403");
        assertThat(raw(request + "https://localhost\r\n\r\n", 0)).startsWith("HTTP/1.1 200");
    }

    @Test
    void aForeignHostIsRefusedAsWithout() throws Exception {
        assertThat(raw("GET /api/v1/session HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n", 0))
                .startsWith("HTTP/1.1 403");
    }

    @Test
    void aRequestThatComesTooSlowlyIsEnded() throws Exception {
        long begun = System.nanoTime();
        String answer;
        try {
            answer = raw("GET /api/v1/session HTTP/1.1\r\nHost: localhost\r\nX-Slow: " + "a".repeat(60) + "\r\n\r\n",
                    100);
        } catch (IOException ended) {
            answer = "";
        }
        assertThat(answer).doesNotContain("200");
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(9));
    }

    @Test
    void clearTextIsNotAnswered() throws Exception {
        try (Socket clear = new Socket("127.0.0.1", server.port())) {
            clear.setSoTimeout(10_000);
            clear.getOutputStream().write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.UTF_8));
            assertThat(new String(clear.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                    .doesNotContain("HTTP/1.1");
        } catch (IOException reset) {
            // as it should be
        }
        assertThatThrownBy(() -> HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create("https://127.0.0.1:"
                + server.port() + "/")).build(), HttpResponse.BodyHandlers.ofString())).isInstanceOf(IOException.class);
    }

    private static HttpResponse<String> get(String host, String path) throws Exception {
        return client().send(HttpRequest.newBuilder(URI.create("https://" + host + ":" + server.port() + path))
                .header("Authorization", "Bearer " + token).timeout(Duration.ofSeconds(30)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static HttpClient client() {
        return HttpClient.newBuilder().sslContext(trusting).build();
    }

    /** @param millis between two bytes of the request */
    private static String raw(String request, long millis) throws Exception {
        try (SSLSocket socket = (SSLSocket) trusting.getSocketFactory().createSocket("127.0.0.1", server.port())) {
            socket.setSoTimeout(20_000);
            for (byte each : request.getBytes(StandardCharsets.UTF_8)) {
                socket.getOutputStream().write(each);
                if (millis > 0) {
                    Thread.sleep(millis);
                }
            }
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
