package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sim.model.snapshot.Score;
import sim.model.snapshot.Standing;
import sim.server.AuditLines;
import sim.server.Batches;
import sim.server.GuardedServer;
import sim.server.ScriptedApplication;
import sim.server.WireClient;
import sim.server.identity.Role;
import sim.wire.Sections;

/** Every route times every role, over real sockets. A route that is added without a row in {@link Access} fails here. */
class AccessTest {
    @TempDir
    static Path folder;

    /** Of a server of its own, because the others' refused attempts are more than a minute of the audit log has. */
    @TempDir
    static Path quietFolder;

    private static GuardedServer server;
    private static GuardedServer quiet;
    private static final Map<Role, String> TOKENS = new LinkedHashMap<>();

    @BeforeAll
    static void start() throws Exception {
        server = new GuardedServer(folder);
        quiet = new GuardedServer(quietFolder);
        for (Role role : Role.values()) {
            TOKENS.put(role, server.token(role.label(), role));
        }
    }

    @AfterAll
    static void stop() {
        server.close();
        quiet.close();
    }

    static List<String> rows() {
        return List.copyOf(Access.rows().keySet());
    }

    @Test
    void everyRouteHasARowAndEveryRowARoute() {
        assertThat(server.http.routes().stream().map(each -> each.replaceFirst("^HEAD", "GET")).distinct().toList())
                .containsExactlyInAnyOrderElementsOf(rows());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void aRouteLetsInTheRolesOfItsRowAloneAndNobodyWithoutAToken(String row) throws Exception {
        String method = row.substring(0, row.indexOf(' '));
        String path = row.substring(row.indexOf(' ') + 1).replace("<path>", "v1/nothing");
        Role needed = Access.rows().get(row);
        String body = method.equals("POST") ? "{\"odd\":1}" : null;
        for (Role role : Role.values()) {
            HttpResponse<String> answer = server.ask(method, path, TOKENS.get(role), body);
            assertThat(answer.statusCode()).as(role + " " + answer.body()).matches(
                    status -> needed == null || role.includes(needed) ? status != 401 && status != 403 : status == 403);
            if (answer.statusCode() == 403) {
                assertThat(answer.body()).contains("this needs the role " + needed.label());
            }
            if (method.equals("GET")) {
                assertThat(server.ask("HEAD", path, TOKENS.get(role), null).statusCode())
                        .isEqualTo(answer.statusCode());
            }
        }
        HttpResponse<String> nobody = server.ask(method, path, null, body);
        assertThat(nobody.statusCode()).as(nobody.body())
                .matches(status -> needed == null ? status != 401 : status == 401);
        assertThat(nobody.body()).doesNotContainPattern("\"diskFreeBytes\":[0-9]");
    }

    @Test
    void aPathSpelledOtherwiseIsNoWayAround() throws Exception {
        for (String path : List.of("/api/v1/methods/", "//api/v1/methods", "/api//v1/methods", "/%61pi/v1/methods",
                "/api/v1/%6dethods", "/api/./v1/methods", "/API/v1/methods", "/api/v1/methods;x=1",
                "/x/../api/v1/methods")) {
            HttpResponse<String> answer = server.get(path, null);
            assertThat(answer.statusCode()).as(path + ": " + answer.body()).isIn(400, 401, 404);
            assertThat(answer.body()).as(path).doesNotContain("\"application\"");
        }
    }

    @Test
    void thePagesFilesAreForEverybodyAndHaveNoFigures() throws Exception {
        assertThat(server.get("/", null).statusCode()).isEqualTo(200);
        assertThat(server.get("/js/app.js", null).statusCode()).isEqualTo(200);
        assertThat(server.get("/api/v1/session", null).body()).contains("\"required\":true", "\"signedIn\":false")
                .doesNotContain("shop");
    }

    @Test
    void aTokenThatIsRevokedOrNotOnesOwnIsRefused() throws Exception {
        String token = quiet.token("short", Role.LOOK);
        assertThat(quiet.get("/api/v1/health", token).statusCode()).isEqualTo(200);
        assertThat(
                quiet.get("/api/v1/health", token.substring(0, token.length() - 1) + (token.endsWith("A") ? "B" : "A"))
                        .statusCode())
                .isEqualTo(401);
        quiet.tokens.revoke("short");
        await().until(() -> quiet.get("/api/v1/health", token).statusCode() >= 401);
        assertThat(AuditLines.latest(quiet.audit, 50))
                .anyMatch(line -> line.contains("\"who\":\"short\"") && line.matches(".*\"outcome\":\"4(01|29)\".*"));
    }

    @Test
    void whoSignsInHasACookieThatNoScriptReadsAndThatEndsWithTheSession() throws Exception {
        HttpResponse<String> in = server.ask("POST", "/api/v1/session", null,
                "{\"token\":\"" + TOKENS.get(Role.LOOK) + "\"}");
        String cookie = in.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(cookie).contains("HttpOnly", "SameSite=Strict", "Path=/").doesNotContain("Secure",
                TOKENS.get(Role.LOOK));
        String pair = cookie.substring(0, cookie.indexOf(';'));
        assertThat(server.ask("GET", "/api/v1/health", null, null, "Cookie", pair).statusCode()).isEqualTo(200);
        assertThat(server.ask("POST", "/api/v1/hotspots", null, "{}", "Cookie", pair).statusCode()).isEqualTo(403);
        assertThat(server.ask("POST", "/api/v1/session/end", null, "{}", "Cookie", pair).statusCode()).isEqualTo(200);
        assertThat(server.ask("GET", "/api/v1/health", null, null, "Cookie", pair).statusCode()).isEqualTo(401);
        assertThat(server.ask("POST", "/api/v1/session", null, "{\"token\":\"" + TOKENS.get(Role.SHIP) + "\"}")
                .statusCode())
                .isEqualTo(403);
        assertThat(AuditLines.latest(server.audit, 50)).anyMatch(line -> line.contains("\"action\":\"sign in\""))
                .anyMatch(line -> line.contains("\"action\":\"sign out\""))
                .noneMatch(line -> line.contains(TOKENS.get(Role.LOOK)));
    }

    /** Whoever can set a cookie for this host could have sent another session before the right one. */
    @Test
    void ofTwoSessionsNoneCounts() throws Exception {
        String pair = quiet.ask("POST", "/api/v1/session", null,
                "{\"token\":\"" + quiet.token("twice", Role.LOOK) + "\"}").headers().firstValue("Set-Cookie")
                .orElseThrow().split(";")[0];
        assertThat(quiet.ask("GET", "/api/v1/health", null, null, "Cookie", pair + "; " + pair).statusCode())
                .as("the same one").isEqualTo(200);
        for (String two : List.of(pair + "; sim-session=other", "sim-session=other; " + pair)) {
            HttpResponse<String> answer = quiet.ask("GET", "/api/v1/health", null, null, "Cookie", two);
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body()).contains("{\"parameter\":\"Cookie\",\"value\":\"sim-session\"", "sent once");
        }
        assertThat(AuditLines.latest(quiet.audit, 50)).anyMatch(line -> line.contains("\"who\":\"two cookies\""));
    }

    @Test
    void behindAProxyThatEndsTlsTheCookieGoesOverTlsAlone() throws Exception {
        String origin = "https://127.0.0.1:" + server.http.port();
        HttpResponse<String> in = server.ask("POST", "/api/v1/session", null,
                "{\"token\":\"" + TOKENS.get(Role.LOOK) + "\"}", "Origin", origin);
        String cookie = in.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(cookie).startsWith("__Host-sim-session=").contains("; Secure", "Path=/");
        String pair = cookie.substring(0, cookie.indexOf(';'));
        // a page's reads have no Origin
        assertThat(server.ask("GET", "/api/v1/health", null, null, "Cookie", pair).statusCode()).isEqualTo(200);
        HttpResponse<String> out = server.ask("POST", "/api/v1/session/end", null, "{}", "Cookie", pair, "Origin",
                origin);
        assertThat(out.headers().firstValue("Set-Cookie").orElseThrow()).startsWith("__Host-sim-session=;")
                .contains("; Secure", "Max-Age=0");
        assertThat(server.ask("GET", "/api/v1/health", null, null, "Cookie", pair).statusCode()).isEqualTo(401);
        HttpResponse<String> said = server.ask("POST", "/api/v1/session", null,
                "{\"token\":\"" + TOKENS.get(Role.LOOK) + "\"}", "X-Forwarded-Proto", "https");
        assertThat(said.headers().firstValue("Set-Cookie").orElseThrow()).as("of nobody who is trusted")
                .startsWith("sim-session=").doesNotContain("Secure");
    }

    @Test
    void aCookieIsOfNoUseToAPageOfAnotherSite() throws Exception {
        HttpResponse<String> in = server.ask("POST", "/api/v1/session", null,
                "{\"token\":\"" + TOKENS.get(Role.ADMIN) + "\"}");
        String cookie = in.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
        assertThat(server.ask("POST", "/api/v1/hotspots", null, "{}", "Cookie", cookie, "Origin", "http://evil.example")
                .statusCode()).isEqualTo(403);
        for (String path : List.of("/api/v1/audit", "/metrics", "/metrics/")) {
            assertThat(server.ask("GET", path, null, null, "Cookie", cookie, "Sec-Fetch-Site", "cross-site")
                    .statusCode()).as(path).isEqualTo(403);
            assertThat(server.ask("GET", path, null, null, "Cookie", cookie).statusCode()).as(path).isEqualTo(200);
        }
    }

    @Test
    void whatTheDoorsRefuseIsInTheAuditLog() throws Exception {
        quiet.ask("POST", "/api/v1/hotspots", null, "{}", "Origin", "http://attacker.example");
        assertThat(AuditLines.latest(quiet.audit, 50))
                .anyMatch(line -> line.contains("foreign Origin") && line.contains("POST /api/v1/hotspots"));
    }

    @Test
    void whoeverSaysNothingOrMayNotLookIsInTheAuditLog() throws Exception {
        quiet.get("/api/v1/losses", null);
        quiet.ask("POST", "/api/v1/session", null, "{\"token\":\"" + quiet.token("ship", Role.SHIP) + "\"}");
        assertThat(AuditLines.latest(quiet.audit, 50))
                .anyMatch(line -> line.contains("\"who\":\"nobody\"") && line.contains("GET /api/v1/losses")
                        && line.contains("401"))
                .anyMatch(line -> line.contains("\"who\":\"ship\"") && line.contains("POST /api/v1/session")
                        && line.contains("403"));
    }

    @Test
    void whoSignsInAgainAndAgainSignsNobodyElseOut() throws Exception {
        String in = "{\"token\":\"" + TOKENS.get(Role.ADMIN) + "\"}";
        String first = server.ask("POST", "/api/v1/session", null, in).headers().firstValue("Set-Cookie").orElseThrow()
                .split(";")[0];
        String other = "{\"token\":\"" + TOKENS.get(Role.LOOK) + "\"}";
        for (int i = 0; i < 101; i++) {
            server.ask("POST", "/api/v1/session", null, other);
        }
        assertThat(server.ask("GET", "/api/v1/audit", null, null, "Cookie", first).statusCode()).isEqualTo(200);
    }

    @Test
    void wrongTokensAreSlowedDownByNameAndTheRightOneIsNot() throws Exception {
        String wrong = "sim.guessed." + "A".repeat(43);
        HttpResponse<String> last = null;
        for (int i = 0; i < 11; i++) {
            last = server.get("/api/v1/health", wrong);
        }
        assertThat(last.statusCode()).isEqualTo(429);
        assertThat(last.headers().firstValue("Retry-After")).contains("60");
        assertThat(server.get("/api/v1/health", TOKENS.get(Role.LOOK)).statusCode()).isEqualTo(200);
    }

    /** A browser that knows a password of another server on this host, or a proxy that asks for one. */
    @Test
    void anAuthorizationThatIsNoTokenOfOursSignsNobodyOutAndIsNotedWithoutOne() throws Exception {
        String cookie = quiet.ask("POST", "/api/v1/session", null,
                "{\"token\":\"" + quiet.token("basic", Role.LOOK) + "\"}").headers().firstValue("Set-Cookie")
                .orElseThrow().split(";")[0];
        for (String other : List.of("Basic dXNlcjpwYXNz", "Bearer a/b+c=", "Bearer sim." + "x".repeat(300),
                "Bearer ey.x.y")) {
            assertThat(quiet.ask("GET", "/api/v1/events", null, null, "Cookie", cookie, "Authorization", other)
                    .statusCode()).as(other).isEqualTo(400);
            assertThat(quiet.ask("GET", "/api/v1/events", null, null, "Authorization", other).statusCode()).as(other)
                    .isEqualTo(401);
        }
        assertThat(AuditLines.latest(quiet.audit, 50)).filteredOn(line -> line.contains("GET /api/v1/events"))
                .hasSize(4).allMatch(line -> line.contains("\"outcome\":\"401\""));
    }

    @Test
    void aLineOfTheAuditLogThatIsNotWholeHidesNoOther() throws Exception {
        server.audit.done("before", "", "something", "done", "", "");
        Files.writeString(folder.resolve("audit/audit.log"), "{\"time\":\"2026-01", StandardOpenOption.APPEND);
        server.audit.done("after", "", "something else", "done", "", "");
        assertThat(server.get("/api/v1/audit", TOKENS.get(Role.ADMIN)).body()).contains("\"who\":\"before\"",
                "\"who\":\"after\"", "an entry that was cut");
    }

    @Test
    void aWishThatWasTakenIsInTheAuditLogToItsEnd() throws Exception {
        String name = "n".repeat(1_000);
        try (ScriptedApplication shop = new ScriptedApplication(server.ingest.port(), true,
                Batches.hello("shop", "scripted").with(TOKENS.get(Role.SHIP)))) {
            assertThat(server.ask("POST", "/api/v1/payloads/scripts", TOKENS.get(Role.SCRIPT),
                    "{\"application\":\"shop\",\"action\":\"add\",\"name\":\"" + name + "\",\"method\":\"" + name
                            + "\",\"expression\":\"the.end()\"}")
                    .statusCode()).isEqualTo(202);
        }
        assertThat(server.get("/api/v1/audit", TOKENS.get(Role.ADMIN)).body()).contains("the.end()",
                "\"outcome\":\"sent to scripted\"", "\"before\":\"no such probe\"");
    }

    @Test
    void whatIsWantedOfApplicationsIsInTheAuditLogForAdminsAlone() throws Exception {
        try (WireClient shop = WireClient.connect(server.ingest.port(),
                Batches.hello("shop", "audited").with(TOKENS.get(Role.SHIP)))) {
            shop.ship(Batches.recursion(1));
            shop.ship(Batches.of(2, List.of(), List.of()).with(Sections.SCORES,
                    List.of(new Score(1, Standing.DISABLED, -2, 0))));
            assertThat(server.ask("POST", "/api/v1/hotspots", TOKENS.get(Role.CONTROL),
                    "{\"application\":\"shop\",\"action\":\"pin\",\"class\":\"a.A\",\"method\":\"outer\"}")
                    .statusCode())
                    .isEqualTo(202);
        }
        assertThat(server.get("/api/v1/audit", TOKENS.get(Role.SCRIPT)).statusCode()).isEqualTo(403);
        assertThat(server.get("/api/v1/audit?limit=50", TOKENS.get(Role.ADMIN)).body()).contains("\"who\":\"control\"",
                "POST /api/v1/hotspots", "\"outcome\":\"sent to audited\"", "pin", "\"before\":\"outer disabled\"")
                .containsPattern("\"time\":1[0-9]{12},");
    }
}
