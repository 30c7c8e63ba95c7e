package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sim.server.ingest.Ingest;
import sim.server.query.DuckDbAnswers;
import sim.store.DuckDbStore;
import tools.jackson.databind.json.JsonMapper;

/** Requests written byte by byte, as no browser lets a page of another site write them and as it does let them. */
class DoorsTest {
    @TempDir
    static Path folder;

    private static DuckDbStore store;
    private static Ingest ingest;
    private static HttpServer local;
    private static HttpServer open;

    @BeforeAll
    static void start() throws Exception {
        store = new DuckDbStore(folder);
        ingest = new Ingest(store, "127.0.0.1", 0);
        local = new HttpServer(store, new DuckDbAnswers(store), ingest, "127.0.0.1", 0);
        open = new HttpServer(store, new DuckDbAnswers(store), ingest,
                Site.at("0.0.0.0", 0).with(new Doors("0.0.0.0", Set.of("Metrics.example"))));
    }

    @AfterAll
    static void stop() {
        open.close();
        local.close();
        ingest.close();
        store.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost", "LocalHost:7421", "[::1]:80", "127.0.0.1:1"})
    void itsOwnNamesAreAnswered(String host) throws Exception {
        assertThat(ask(local, "GET /api/v1/health", host, "")).startsWith("HTTP/1.1 200");
        assertThat(ask(local, "GET /", host, "")).startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "evil.example:7421", "localhost.evil.example", "127.0.0.1.evil.example",
            "10.0.0.1", "evil.example@localhost"})
    void aForeignNameThatResolvesHereReadsNothing(String host) throws Exception {
        for (String request : new String[]{"GET /api/v1/applications", "GET /", "GET /js/app.js",
                "POST /api/v1/hotspots"}) {
            assertThat(ask(local, request, host, "")).matches("(?s)HTTP/1.1 40[03].*").doesNotContain("<!DOCTYPE",
                    "import");
        }
        assertThat(ask(local, "GET /api/v1/health", "evil.example", "")).startsWith("HTTP/1.1 403")
                .contains("{\"parameter\":\"Host\",\"value\":\"evil.example\"", "--allow-host");
    }

    @Test
    void aPageOfAnotherSiteIsRefused() throws Exception {
        assertThat(ask(local, "GET /api/v1/health", "localhost:1", "Origin: http://localhost:1\r\n"))
                .startsWith("HTTP/1.1 200");
        for (String header : new String[]{"Origin: http://evil.example\r\n", "Origin: null\r\n",
                "Origin: http://localhost:2\r\n", "Sec-Fetch-Site: cross-site\r\n"}) {
            assertThat(ask(local, "POST /api/v1/hotspots", "localhost:1", header)).as(header)
                    .startsWith("HTTP/1.1 403");
            assertThat(ask(local, "GET /api/v1/health", "localhost:1", header)).as(header).startsWith("HTTP/1.1 403");
        }
    }

    @Test
    void beyondThisMachineAddressesAndAllowedNamesAreAnsweredToo() throws Exception {
        assertThat(ask(open, "GET /api/v1/health", "10.1.2.3:7421", "")).startsWith("HTTP/1.1 200");
        assertThat(ask(open, "GET /api/v1/health", "metrics.example:7421", "")).startsWith("HTTP/1.1 200");
        assertThat(ask(open, "GET /api/v1/health", "evil.example", "")).startsWith("HTTP/1.1 403");
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1, false", "localhost, false", "::1, false", "0.0.0.0, true", "192.0.2.1, true"})
    void aBindBeyondThisMachineIsOpen(String bind, boolean isOpen) {
        Doors doors = new Doors(bind, Set.of());
        assertThat(doors.isOpen()).isEqualTo(isOpen);
        assertThat(Doors.warning(bind, false, false)).contains("no tokens", bind, "./sim certs").doesNotContain("\n");
    }

    @Test
    void headIsAnsweredAsGetIsWithoutTheBody() throws Exception {
        assertThat(ask(local, "HEAD /api/v1/health", "localhost", "")).startsWith("HTTP/1.1 200").endsWith("\r\n\r\n");
        assertThat(ask(local, "HEAD /api/v1/methods?application=nobody", "localhost", ""))
                .startsWith("HTTP/1.1 404").endsWith("\r\n\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"OPTIONS", "PUT", "DELETE", "TRACE", "PATCH", "CONNECT"})
    void otherMethodsThanGetHeadAndPostAreRefused(String method) throws Exception {
        for (String path : new String[]{"/api/v1/health", "/", "/nope"}) {
            assertThat(ask(local, method + " " + path, "localhost", "")).matches("(?s)HTTP/1.1 40[05].*");
        }
        if (!method.equals("CONNECT")) {
            assertThat(ask(local, method + " /api/v1/health", "localhost", "")).startsWith("HTTP/1.1 405")
                    .contains("Allow: GET, HEAD, POST");
        }
    }

    @Test
    void aHeaderDoesNotChangeTheMethodAndABodyComesWithPostAlone() throws Exception {
        String override = "X-HTTP-Method-Override: POST\r\n";
        assertThat(ask(local, "GET /api/v1/hotspots?application=x", "localhost", override)).startsWith("HTTP/1.1 404");
        assertThat(ask(local, "GET /api/v1/health", "localhost", override + "Content-Length: 5\r\n", "hello"))
                .startsWith("HTTP/1.1 400");
        assertThat(ask(local, "GET /api/v1/health", "localhost", "Content-Length: 0\r\n")).startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Transfer-Encoding: identity, chunked\r\n", "Transfer-Encoding: gzip, chunked\r\n",
            "Transfer-Encoding: identity\r\n", "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n"})
    void aBodyIsFramedInOneWayThatAllReadersUnderstandAlike(String framing) throws Exception {
        assertThat(ask(local, "POST /api/v1/hotspots", "localhost",
                "Content-Type: application/json\r\n" + framing + "\r\n2\r\n{}\r\n0\r\n\r\n"))
                .startsWith("HTTP/1.1 400");
    }

    @Test
    void aLineEndsWithCarriageReturnAndLineFeed() throws Exception {
        try (Socket socket = new Socket("127.0.0.1", local.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write("GET /api/v1/health HTTP/1.1\nHost: localhost\nConnection: close\n\n"
                    .getBytes(StandardCharsets.UTF_8));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 400");
        }
    }

    /** The answer was 500 without a line in the log, or, of a name, as if nothing had been given. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"methods?search=% | search | %",
            "methods?search=a%zz | search | a%zz", "methods?search=%u0041 | search | %u0041",
            "methods?search=%+1 | search | %+1", "methods?search=%c3 | search | %c3",
            "methods?search=%ff | search | %ff", "applications?limit=% | limit | %", "methods?%=1 | % | 1",
            "methods?%ff=1 | %ff | 1", "health?% | % | ``", "methods?search=a&search=b | search | b"})
    void whatCannotBeReadOfAQueryIsNamed(String path, String parameter, String value) throws Exception {
        assertThat(ask(local, "GET /api/v1/" + path, "localhost", "")).startsWith("HTTP/1.1 400")
                .contains("{\"parameter\":\"" + parameter + "\",\"value\":\"" + value + "\",\"allowed\":\"");
    }

    @Test
    void whatIsEncodedRightlyIsDecoded() throws Exception {
        assertThat(ask(local, "GET /api/v1/methods?%61pplication=gr%C3%BC%C3%9Fe+%2B%25%0a", "localhost", ""))
                .startsWith("HTTP/1.1 404").contains("\"value\":\"gr\u00fc\u00dfe +%\\n\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/%", "/%zz", "/api/v1/%", "/api/v1/methods%", "/api/v1/%ff", "/js/%.js"})
    void aPathThatCannotBeReadIsTheClientsMistake(String path) throws Exception {
        assertThat(ask(local, "GET " + path, "localhost", "")).startsWith("HTTP/1.1 400");
    }

    /** Jetty answered with a page of HTML, or with nothing. */
    @ParameterizedTest
    @CsvSource({"GET /api/v1/health?a=LONG, 414", "GET /%zz, 400", "PUT /api/v1/health, 405", "GET /a/..;/b, 400",
            "GET /api/v1/%00, 400", "GET http://[/, 400"})
    void whatIsRefusedBeforeAnyRouteIsSaidInALineOfJson(String request, int status) throws Exception {
        String answer = ask(local, request.replace("LONG", "x".repeat(20_000)), "localhost", "");
        assertThat(answer).startsWith("HTTP/1.1 " + status).contains("Content-Type: application/json")
                .doesNotContain("<html>");
        assertThat(JsonMapper.shared().readTree(answer.substring(answer.indexOf("\r\n\r\n"))).isObject()).isTrue();
        assertThat(answer.substring(answer.indexOf("\r\n\r\n")).trim()).doesNotContain("\n").hasSizeLessThan(1_000);
    }

    @Test
    void soAreHeadersThatAreTooLongAndLinesThatEndOtherwise() throws Exception {
        assertThat(ask(local, "GET /api/v1/health", "localhost", "X: " + "x".repeat(20_000) + "\r\n"))
                .startsWith("HTTP/1.1 431").contains("application/json", "{\"error\":\"").doesNotContain("<html>");
        assertThat(ask(local, "GET /api/v1/health", "localhost", "a b\r\n")).startsWith("HTTP/1.1 400")
                .contains("application/json", "{\"error\":\"The request cannot be read").doesNotContain("<html>");
    }

    /** A proxy in front may have looked at the other one. */
    @ParameterizedTest
    @ValueSource(strings = {"Authorization: Bearer a", "Origin: http://localhost", "Sec-Fetch-Site: same-origin",
            "Content-Type: application/json", "X-Forwarded-Proto: https"})
    void whatSaysWhoSendsIsThereOnce(String header) throws Exception {
        String name = header.substring(0, header.indexOf(':'));
        assertThat(ask(local, "GET /api/v1/health", "localhost", header + "\r\n")).startsWith("HTTP/1.1 200");
        assertThat(ask(local, "GET /api/v1/health", "localhost", header + "\r\n" + header.toLowerCase() + "2\r\n"))
                .startsWith("HTTP/1.1 400").contains("{\"parameter\":\"" + name + "\",\"value\":\"\",", "sent once");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Host: localhost\r\n", "Host: evil.example\r\n", "Content-Length: 2\r\n",
            "Content-Length: 3\r\n", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"})
    void whatFramesARequestIsThereOnce(String second) throws Exception {
        String first = second.startsWith("Content") ? "Content-Length: 2\r\n" : "";
        assertThat(ask(local, "POST /api/v1/hotspots", "localhost",
                "Content-Type: application/json\r\n" + first + second, "{}")).startsWith("HTTP/1.1 400");
    }

    @Test
    void whoAsksForAWebSocketIsAnsweredAsIfItHadNotAsked() throws Exception {
        String upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
        assertThat(ask(local, "GET /api/v1/health", "localhost", upgrade)).startsWith("HTTP/1.1 200")
                .doesNotContain("Set-Cookie").contains("frame-ancestors");
        assertThat(ask(local, "GET /nope", "localhost", upgrade)).startsWith("HTTP/1.1 404")
                .doesNotContain("Set-Cookie");
        assertThat(ask(local, "GET /api/v1/health", "evil.example", upgrade)).startsWith("HTTP/1.1 403");
    }

    @Test
    void aBodyThatIsTooLongOrBrokenIsTheClientsMistake() throws Exception {
        String json = "Content-Type: application/json\r\n";
        assertThat(ask(local, "POST /api/v1/hotspots", "localhost",
                json + "Content-Length: 70000\r\n\r\n" + " ".repeat(70_000))).startsWith("HTTP/1.1 413");
        assertThat(ask(local, "POST /api/v1/hotspots", "localhost", json + "Transfer-Encoding: chunked\r\n\r\nzz\r\n"))
                .startsWith("HTTP/1.1 400");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"gzip | true", "br, gzip | true", "GZip;q=0.1 | true", "gzip;q=1.0, br | true",
            "gzip;q=0 | false", "br, gzip; q=0.000, identity | false", "identity | false", "x-gzip | false"})
    void isPackedForWhoTakesIt(String accepted, boolean packed) {
        assertThat(AnswerStream.takesGzip(accepted)).isEqualTo(packed);
    }

    @ParameterizedTest
    @CsvSource({"application/json, 404", "application/json;charset=UTF-8, 404", "application/jsonx, 400",
            "text/plain, 400", "application/json; boundary=x, 400"})
    void aControlMustSayThatItIsJson(String type, int status) throws Exception {
        String body = "{\"application\":\"nobody\",\"action\":\"pin\"}";
        assertThat(ask(local, "POST /api/v1/hotspots", "localhost", "Content-Type: " + type + "\r\nContent-Length: "
                + body.length() + "\r\n", body)).startsWith("HTTP/1.1 " + status);
    }

    private static String ask(HttpServer server, String request, String host, String headers) throws IOException {
        return ask(server, request, host, headers, "");
    }

    private static String ask(HttpServer server, String request, String host, String headers, String body)
            throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write((request + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n"
                    + headers + "\r\n" + body).getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
