package sim.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.identity.Proxy;
import sim.server.identity.Role;

/** A real nginx in front, which asks a sub-request who somebody is, as it does for OpenID Connect. */
class ProxyIT {
    private static final Path NGINX = Path.of("/usr/sbin/nginx");

    @TempDir
    Path folder;

    private GuardedServer server;
    private Process nginx;
    private int port;

    @BeforeEach
    void start() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(NGINX),
                "The proxy is not tried: no " + NGINX + ". On Debian: apt-get install nginx-light");
        server = new GuardedServer(folder.resolve("data"), null,
                Proxy.of("127.0.0.1", "X-Forwarded-User", "X-Forwarded-Groups",
                        List.of("readers=look", "shop=control:shop-*", "owners=admin")));
        port = free();
        int who = free();
        Path conf = folder.resolve("nginx.conf");
        // the second server stands for who signs people in: the name in the cookie is the user, and the group
        Files.writeString(conf,
                """
                        daemon off; master_process off; pid %1$s/nginx.pid; error_log %1$s/error.log;
                        events { worker_connections 64; }
                        http {
                          access_log off; client_body_temp_path %1$s/b; proxy_temp_path %1$s/p; fastcgi_temp_path %1$s/f;
                          uwsgi_temp_path %1$s/u; scgi_temp_path %1$s/s;
                          server { listen 127.0.0.1:%3$d;
                            location / { if ($cookie_who = "") { return 401; }
                              add_header X-Auth-Request-User $cookie_who; add_header X-Auth-Request-Groups $cookie_who; return 204; } }
                          server { listen 127.0.0.1:%2$d;
                            location = /who { internal; proxy_pass http://127.0.0.1:%3$d/; proxy_pass_request_body off;
                              proxy_set_header Content-Length ""; }
                            location / { auth_request /who;
                              auth_request_set $user $upstream_http_x_auth_request_user;
                              auth_request_set $groups $upstream_http_x_auth_request_groups;
                              proxy_set_header X-Forwarded-User $user; proxy_set_header X-Forwarded-Groups $groups;
                              proxy_set_header Host $http_host; proxy_pass http://127.0.0.1:%4$d; } } }
                        """
                        .formatted(folder, port, who, server.http.port()));
        nginx = new ProcessBuilder(NGINX.toString(), "-p", folder.toString(), "-c", conf.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("nginx.out").toFile()).start();
        await().atMost(Duration.ofSeconds(20)).until(() -> answers(port) || !nginx.isAlive());
        assertThat(nginx.isAlive()).as(Files.readString(folder.resolve("nginx.out"))).isTrue();
    }

    @AfterEach
    void stop() throws Exception {
        if (nginx != null) {
            nginx.destroy();
            nginx.waitFor();
            server.close();
        }
    }

    @Test
    void whoTheProxySignsInMayDoWhatTheirGroupMay() throws Exception {
        assertThat(ask("GET", "/api/v1/health", "readers", null).statusCode()).isEqualTo(200);
        assertThat(ask("POST", "/api/v1/hotspots", "readers", "{}").statusCode()).isEqualTo(403);
        assertThat(ask("POST", "/api/v1/hotspots", "shop", "{}").statusCode()).isEqualTo(400);
        assertThat(ask("GET", "/api/v1/audit", "owners", null).statusCode()).isEqualTo(200);
        assertThat(ask("GET", "/api/v1/health", "nobodys-group", null).statusCode()).isEqualTo(403);
        assertThat(ask("GET", "/api/v1/session", "shop", null).body()).contains("\"byProxy\":true", "shop-*",
                "\"control\"");
        String shop = server.token("ship", Role.SHIP);
        try (WireClient client = WireClient.connect(server.ingest.port(), Batches.hello("bank", "b").with(shop))) {
            client.ship(Batches.recursion(1));
        }
        assertThat(ask("GET", "/api/v1/applications", "shop", null).body()).isEqualTo("[]");
        assertThat(ask("GET", "/api/v1/applications", "readers", null).body()).contains("bank");
    }

    @Test
    void whoIsNotSignedInDoesNotReachTheServer() throws Exception {
        assertThat(ask("GET", "/api/v1/health", "", null).statusCode()).isEqualTo(401);
    }

    @Test
    void aClientsOwnHeadersAreReplacedByTheProxy() throws Exception {
        assertThat(
                ask("GET", "/api/v1/audit", "readers", null, "X-Forwarded-User", "root", "X-Forwarded-Groups", "owners")
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void headersFromElsewhereAreRefusedAndNoted() throws Exception {
        try (GuardedServer elsewhere = new GuardedServer(folder.resolve("other"), null,
                Proxy.of("192.0.2.1", "X-Forwarded-User", "X-Forwarded-Groups", List.of("owners=admin")))) {
            assertThat(elsewhere
                    .ask("GET", "/api/v1/audit", null, null, "X-Forwarded-User", "root", "X-Forwarded-Groups", "owners")
                    .statusCode()).isEqualTo(403);
            assertThat(AuditLines.latest(elsewhere.audit, 10)).anyMatch(line -> line.contains("forged header"));
        }
    }

    /** A proxy that adds its headers to those of the client, and does not replace them. */
    @Test
    void headersThatAreThereTwiceAreRefused() throws Exception {
        for (String twice : List.of("X-Forwarded-User", "X-Forwarded-Groups")) {
            HttpResponse<String> answer = server.ask("GET", "/api/v1/health", null, null, "X-Forwarded-User", "root",
                    "X-Forwarded-Groups", "owners", twice, "owners");
            assertThat(answer.statusCode()).as(twice).isEqualTo(403);
            assertThat(answer.body()).contains(twice, "sent once");
        }
        assertThat(server.ask("GET", "/api/v1/audit", null, null, "X-Forwarded-User", "root", "X-Forwarded-Groups",
                "owners").statusCode()).isEqualTo(200);
    }

    @Test
    void whoTheProxySignsInIsTheProxysInTheAuditLogOnceADay() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(ask("GET", "/api/v1/health", "owners", null).statusCode()).isEqualTo(200);
        }
        assertThat(AuditLines.latest(server.audit, 50)).filteredOn(line -> line.contains("first request of the day"))
                .singleElement().asString().contains("\"who\":\"proxy:owners\"", "admin");
    }

    /** Beside a proxy there are tokens: whoever signed in with one signs out here. */
    @Test
    void whoSignedInByTokenIsNotTheProxys() throws Exception {
        String token = server.token("ops", Role.LOOK);
        HttpResponse<String> in = server.ask("POST", "/api/v1/session", null, "{\"token\":\"" + token + "\"}");
        assertThat(in.body()).contains("\"byProxy\":false", "\"name\":\"ops\"");
        String cookie = in.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
        assertThat(server.ask("GET", "/api/v1/session", null, null, "Cookie", cookie).body())
                .contains("\"signedIn\":true", "\"byProxy\":false");
    }

    private HttpResponse<String> ask(String method, String path, String who, String body, String... headers)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(20)).header("Cookie", "who=" + who).method(method, body == null
                        ? HttpRequest.BodyPublishers.noBody()
                        : HttpRequest.BodyPublishers.ofString(body));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static boolean answers(int port) {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    private static int free() throws IOException {
        try (ServerSocket any = new ServerSocket(0)) {
            return any.getLocalPort();
        }
    }
}
