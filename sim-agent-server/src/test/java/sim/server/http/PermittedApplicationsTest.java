package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sim.server.Batches;
import sim.server.GuardedServer;
import sim.server.PayloadBatches;
import sim.server.Traces;
import sim.server.WireClient;
import sim.server.identity.Role;

/** Who may see {@code shop-*} sees no other name anywhere, and a hidden name is answered as one that does not exist. */
class PermittedApplicationsTest {
    /** The context of the shop's order, and the one of the bank inside of it: of one trace. */
    private static final String FRONT = "0000000000000001";
    private static final String BACK = "0000000000000009";

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
        shop.ship(Traces.front(1));
        payloads("shop-web", "shop-2", ship);
        bank = WireClient.connect(server.ingest.port(), Batches.hello("secret-bank", "bank-1").with(ship));
        bank.ship(Traces.back(1)); // its context 9 is in the shop's trace, inside the shop's context 2
        payloads("secret-bank", "bank-2", ship);
    }

    private static void payloads(String application, String instance, String ship) throws Exception {
        try (WireClient client = WireClient.connect(server.ingest.port(),
                Batches.hello(application, instance).with(ship))) {
            client.ship(PayloadBatches.batch(1, 1, true));
        }
    }

    @AfterAll
    static void stop() throws Exception {
        shop.close();
        bank.close();
        server.close();
    }

    static List<String> gets() {
        return Access.rows().keySet().stream().filter(each -> each.startsWith("GET /api/v1/"))
                .filter(each -> !each.endsWith("/session") && Access.rows().get(each) != Role.ADMIN)
                .map(each -> each.substring(4))
                .toList();
    }

    /** What each route is asked: its own parameters alone, so that it answers. */
    private static String asked(String path, String application, Map<String, String> further) {
        Map<String, String> given = new LinkedHashMap<>(Map.of("application", application, "last", "1h", "probe",
                PayloadBatches.PROBE, "class", "shop.Orders", "method", "place", "request", "1", "place", "1"));
        given.putAll(further);
        StringJoiner query = new StringJoiner("&", path + "?", "");
        for (Parameter each : Routes.rows().get("GET " + path).parameters()) {
            if (given.containsKey(each.name()) && (each.needed() || !WISHED.contains(each.name())
                    || further.containsKey(each.name()))) {
                query.add(each.name() + "=" + given.get(each.name()));
            }
        }
        return query.toString();
    }

    /** What has a meaning of its own, and is given where it is asked for alone. */
    private static final Set<String> WISHED = Set.of("class", "method");

    private static boolean answersNothingHere(String path) {
        return path.equals(Routes.SCRIPTS) || path.equals("/api/<path>");
    }

    @ParameterizedTest
    @MethodSource("gets")
    void noRouteNamesAHiddenApplication(String path) throws Exception {
        for (Map<String, String> further : List.of(Map.<String, String>of(), Map.of("context", FRONT),
                Map.of("whole", "true"), Map.of("context", FRONT, "whole", "true"))) {
            String query = asked(path, "shop-web", further);
            HttpResponse<String> answer = server.get(query, looker);
            assertThat(answer.statusCode()).as(query + " " + answer.body())
                    .isEqualTo(answersNothingHere(path) ? 404 : 200);
            assertThat(answer.body()).as(query).doesNotContain("secret-bank", "bank-", "reservation");
        }
        for (Map<String, String> further : List.of(Map.of("instance", "bank-1"), Map.of("context", BACK))) {
            assertThat(server.get(asked(path, "shop-web", further), looker).body()).as(path)
                    .doesNotContain("secret-bank", "reservation", "stock.Warehouse");
        }
    }

    /** Without this the test above could not fail. */
    @Test
    void whoMaySeeAllIsToldOfTheOtherApplicationWhereItIsOfTheTrace() throws Exception {
        assertThat(server.get("/api/v1/applications", admin).body()).contains("secret-bank", "bank-1");
        for (Map<String, String> further : List.of(Map.of("whole", "true"),
                Map.of("context", FRONT, "whole", "true"))) {
            String query = asked("/api/v1/contexts", "shop-web", further);
            assertThat(server.get(query, admin).body()).as(query).contains("secret-bank", "bank-1", "reservation",
                    "pricing");
            assertThat(server.get(query, looker).body()).as(query).contains("pricing");
        }
    }

    @ParameterizedTest
    @MethodSource("gets")
    void aHiddenNameIsAnsweredAsOneThatDoesNotExist(String path) throws Exception {
        boolean named = Routes.rows().get("GET " + path).parameter("application") != null;
        for (Map<String, String> further : List.of(Map.<String, String>of(), Map.of("context", BACK))) {
            HttpResponse<String> hidden = server.get(asked(path, "secret-bank", further), looker);
            HttpResponse<String> none = server.get(asked(path, "nobody-here", further), looker);
            assertThat(hidden.statusCode()).isEqualTo(none.statusCode());
            assertThat(hidden.body().replace("secret-bank", "X").replaceAll("[0-9]+", "N"))
                    .isEqualTo(none.body().replace("nobody-here", "X").replaceAll("[0-9]+", "N"));
            if (named) {
                assertThat(hidden.statusCode()).as(hidden.body()).isEqualTo(404);
                assertThat(server.get(asked(path, "secret-bank", further), admin).statusCode()).as(path)
                        .isEqualTo(200);
            }
        }
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
