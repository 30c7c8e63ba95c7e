package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sim.server.Batches;
import sim.server.GuardedServer;
import sim.server.WireClient;
import sim.server.identity.Role;

/** Who may see {@code shop-*} sees no other name anywhere, and a hidden name is answered as one that does not exist. */
class PermittedApplicationsTest {
    @TempDir
    static Path folder;

    private static GuardedServer server;
    private static String looker;
    private static String admin;
    private static WireClient shop;
    private static WireClient bank;

    @BeforeAll
    static void start() throws Exception {
        server = new GuardedServer(folder);
        String ship = server.token("all", Role.SHIP);
        looker = server.token("looker", Role.SCRIPT, "shop-*");
        admin = server.token("admin", Role.ADMIN);
        shop = WireClient.connect(server.ingest.port(), Batches.hello("shop-web", "shop-1").with(ship));
        shop.ship(Batches.recursion(1)); // both have the context 77 in one trace
        bank = WireClient.connect(server.ingest.port(), Batches.hello("secret-bank", "bank-1").with(ship));
        bank.ship(Batches.recursion(1));
    }

    @AfterAll
    static void stop() throws Exception {
        shop.close();
        bank.close();
        server.close();
    }

    static List<String> gets() {
        return Access.rows().keySet().stream().filter(each -> each.startsWith("GET /api/v1/"))
                .filter(each -> !each.endsWith("/session") && !each.endsWith("/audit")).map(each -> each.substring(4))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("gets")
    void noRouteNamesAHiddenApplication(String path) throws Exception {
        String probe = path.startsWith("/api/v1/payloads/") ? "&probe=p.P" : "";
        for (String query : List.of("", "?application=shop-web", "?application=shop-web&last=1h" + probe,
                "?application=shop-web&whole=true&last=1h", "?application=secret-bank" + probe,
                "?application=shop-web&instance=bank-1" + probe, "?application=shop-web&context=77&last=1h",
                "?application=shop-web&context=77&whole=true&last=1h")) {
            String answer = server.get(path + query, looker).body();
            String asked = query.contains("secret-bank") ? answer.replace("\"value\":\"secret-bank\"", "") : answer;
            assertThat(asked).as(path + query).doesNotContain("secret-bank");
            if (!query.contains("bank-1")) {
                assertThat(asked).as(path + query).doesNotContain("bank-1");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("gets")
    void aHiddenNameIsAnsweredAsOneThatDoesNotExist(String path) throws Exception {
        String probe = path.startsWith("/api/v1/payloads/") ? "&probe=p.P" : "";
        String hidden = server.get(path + "?application=secret-bank" + probe, looker).body();
        String none = server.get(path + "?application=nobody-here" + probe, looker).body();
        assertThat(hidden.replace("secret-bank", "X").replaceAll("[0-9]+", "N"))
                .isEqualTo(none.replace("nobody-here", "X").replaceAll("[0-9]+", "N"));
    }

    @Test
    void controlsOfAHiddenApplicationAreAnsweredSoToo() throws Exception {
        for (String path : List.of("/api/v1/hotspots", "/api/v1/payloads/recordings", "/api/v1/payloads/scripts")) {
            String body = path.endsWith("hotspots")
                    ? "\"action\":\"reset\""
                    : path.endsWith("recordings")
                            ? "\"action\":\"start\",\"probe\":\"all\""
                            : "\"action\":\"list\"";
            String hidden = server.ask("POST", path, looker, "{\"application\":\"secret-bank\"," + body + "}").body();
            String none = server.ask("POST", path, looker, "{\"application\":\"nobody-here\"," + body + "}").body();
            assertThat(hidden.replace("secret-bank", "X")).isEqualTo(none.replace("nobody-here", "X")).contains("X");
        }
    }

    @Test
    void theServersOwnFiguresAreForThoseWhoMaySeeAll() throws Exception {
        for (String path : List.of("/api/v1/health", "/api/v1/server")) {
            assertThat(server.get(path, looker).body()).contains("\"status\":\"ok\"").doesNotContain("connections",
                    "batches", "refused");
            assertThat(server.get(path, admin).body()).contains("connections", "batches", "refused");
        }
    }

    /** Whoever looks may copy the command that lets an application report. */
    @Test
    void whereApplicationsReportIsToldToEachReader() throws Exception {
        for (String reader : List.of(looker, admin)) {
            assertThat(server.get("/api/v1/server", reader).body()).contains("\"collectors\":{\"port\":"
                    + server.ingest.port() + ",\"tls\":false,\"tokens\":true");
        }
    }

    @Test
    void noFormatAndNoOrderNamesAHiddenApplication() throws Exception {
        for (String query : List.of("calltree?format=collapsed", "calltree?format=speedscope", "calltree?format=pprof",
                "methods?sort=count", "methods?sort=errors", "contexts?search=bank", "methods?search=bank",
                "applications?limit=10000")) {
            String path = "/api/v1/" + query;
            String mine = query.startsWith("applications") ? path : path + "&last=1h&application=shop-web";
            assertThat(server.get(mine, looker).body()).as(mine).doesNotContain("secret-bank", "bank-1");
            if (!query.startsWith("applications")) {
                assertThat(server.get(path + "&last=1h&application=secret-bank", looker).statusCode()).as(path)
                        .isEqualTo(404);
            }
        }
    }

    /** The bank's context 88 has an account number, and the shop worked inside of it. */
    @Test
    void theWorkInsideOfAHiddenContextDoesNotTellItsValues() throws Exception {
        bank.ship(Batches.of(2, List.of(), List.of(Batches.context(88, 0, 0, Map.of("account", "DE02")))));
        shop.ship(Batches.of(2, List.of(), List.of(Batches.context(89, 88, 0, Map.of("item", "tea")))));
        String inside = "/api/v1/contexts?last=1h&application=shop-web&context=account:DE02";
        assertThat(server.get(inside, admin).body()).contains("tea");
        assertThat(server.get(inside, looker).body()).contains("\"contexts\":[]");
        assertThat(server.get("/api/v1/contexts?last=1h&application=shop-web&context=item:tea", looker).body())
                .contains("tea");
    }

    @Test
    void whoMayNotSeeAllReadsNoAuditLog() throws Exception {
        String restricted = server.token("restricted", Role.ADMIN, "shop-*");
        assertThat(server.get("/api/v1/audit", restricted).statusCode()).isEqualTo(403);
        assertThat(server.get("/api/v1/audit", admin).statusCode()).isEqualTo(200);
    }

    @Test
    void whoMaySeeAllSeesBothAndTracesThroughThem() throws Exception {
        assertThat(server.get("/api/v1/applications", admin).body()).contains("secret-bank", "shop-web");
        assertThat(server.get("/api/v1/applications", looker).body()).contains("shop-web");
        assertThat(server.get("/api/v1/applications?limit=1", admin).body().split("\"pid\"")).hasSize(2);
    }
}
