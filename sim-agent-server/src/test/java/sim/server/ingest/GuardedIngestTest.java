package sim.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sim.server.Batches;
import sim.server.GuardedServer;
import sim.server.WireClient;
import sim.server.identity.Role;

/** Who may ship: each role, each token, each application's name. A hello is the only frame that is read before. */
class GuardedIngestTest {
    @TempDir
    static Path folder;

    private static GuardedServer server;

    @BeforeAll
    static void start() throws Exception {
        server = new GuardedServer(folder);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @EnumSource(Role.class)
    void aCollectorHasTheRoleShipAndNoOther(Role role) throws Exception {
        String token = server.token("r-" + role.label(), role);
        if (role == Role.SHIP) {
            connect("shop", "good", token).close();
        } else {
            assertThatThrownBy(() -> connect("shop", "bad", token))
                    .hasMessageContaining("has the role " + role.label());
        }
    }

    @Test
    void withoutAGoodTokenNothingIsStored() throws Exception {
        assertThatThrownBy(() -> connect("shop", "none", "")).hasMessageContaining("token.file=");
        assertThatThrownBy(() -> connect("shop", "wrong", "sim.x." + "A".repeat(43))).hasMessageContaining("not known");
        try (WireClient first = new WireClient(server.ingest.port())) {
            first.write(new byte[]{0, 0, 0, 1, 5});
            assertThat(first.refusal()).isNotNull();
        }
        String admin = server.token("looks", Role.ADMIN);
        assertThat(server.get("/api/v1/applications", admin).body()).doesNotContain("none", "wrong");
        assertThat(server.audit.latest(50)).anyMatch(line -> line.contains("\"action\":\"hello\""));
    }

    @Test
    void aTokenIsForItsApplicationsAlone() throws Exception {
        String token = server.token("shops", Role.SHIP, "shop-*");
        connect("shop-web", "mine", token).close();
        assertThatThrownBy(() -> connect("bank", "other", token)).hasMessageContaining("for other applications");
    }

    @Test
    void anInstanceStaysOneOfItsApplication() throws Exception {
        connect("bank", "its", server.token("banks", Role.SHIP, "bank")).close();
        String other = server.token("others", Role.SHIP, "shop-*");
        assertThatThrownBy(() -> connect("shop-web", "its", other)).hasMessageContaining("belongs to another process");
    }

    @Test
    void aRevokedTokenStopsWithinFiveSecondsAndOthersShipOn() throws Exception {
        String revoked = server.token("leaves", Role.SHIP);
        String other = server.token("stays", Role.SHIP);
        try (WireClient leaves = connect("shop", "leaves", revoked);
                WireClient stays = connect("shop", "stays", other)) {
            leaves.ship(Batches.recursion(1));
            stays.ship(Batches.recursion(1));
            server.tokens.revoke("leaves");
            assertThat(leaves.refusal()).contains("leaves", "revoked");
            await().atMost(Duration.ofSeconds(5)).until(() -> !server.ingest.connected().contains("leaves"));
            stays.ship(Batches.of(2, java.util.List.of(), java.util.List.of()));
            assertThatThrownBy(() -> connect("shop", "leaves", revoked)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void aSecondNetReplacesWhatAPatternFindsBeforeItIsStored() throws Exception {
        SecondNet net = new SecondNet(java.util.List.of("bo+m", "x"));
        String clean = String.valueOf(net.clean(Batches.recursion(1)).contexts())
                + net.clean(Batches.recursion(1)).invocations();
        assertThat(clean).contains("text=[redacted]", "exception=[redacted]", "n=1").doesNotContain("boom");
        assertThat(net.caught()).isPositive();
        assertThatThrownBy(() -> new SecondNet(java.util.List.of("("))).hasMessageContaining("--redact-pattern (");
    }

    private static WireClient connect(String application, String instance, String token) throws Exception {
        return WireClient.connect(server.ingest.port(), Batches.hello(application, instance).with(token));
    }
}
