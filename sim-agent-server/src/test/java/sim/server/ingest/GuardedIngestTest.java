package sim.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sim.model.payload.ControlObject;
import sim.model.payload.PayloadEvent;
import sim.model.payload.PayloadMinute;
import sim.model.payload.PayloadRow;
import sim.model.payload.PayloadSum;
import sim.model.payload.ScriptAnswer;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.EventRecord;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.StackRecord;
import sim.server.AuditLines;
import sim.server.Batches;
import sim.server.GuardedServer;
import sim.server.WireClient;
import sim.server.identity.Audit;
import sim.server.identity.Guard;
import sim.server.identity.Role;
import sim.server.identity.TokenFile;
import sim.store.DuckDbStore;
import sim.wire.Batch;
import sim.wire.Section;
import sim.wire.Sections;

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
        assertThat(AuditLines.latest(server.audit, 50))
                .anyMatch(line -> line.contains("\"who\":\"x\"") && line.contains("\"action\":\"hello\""))
                .anyMatch(line -> line.contains("\"who\":\"nobody\"") && line.contains("\"action\":\"hello\""));
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
    void aRevokedTokenStopsAndOthersShipOn() throws Exception {
        String revoked = server.token("leaves", Role.SHIP);
        String other = server.token("stays", Role.SHIP);
        try (WireClient leaves = connect("shop", "leaves", revoked);
                WireClient stays = connect("shop", "stays", other)) {
            leaves.ship(Batches.recursion(1));
            stays.ship(Batches.recursion(1));
            server.tokens.revoke("leaves");
            long revokedAt = System.nanoTime();
            assertThat(leaves.refusal()).contains("leaves", "revoked");
            // the server looks each second; a machine that does something else takes longer, so the time is told and not asserted
            System.out.println(
                    "a revoked token was refused after " + (System.nanoTime() - revokedAt) / 1_000_000 + " ms");
            await().atMost(Duration.ofSeconds(60)).until(() -> !server.ingest.connected().contains("leaves"));
            stays.ship(Batches.of(2, List.of(), List.of()));
            assertThatThrownBy(() -> connect("shop", "leaves", revoked)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void whoCameBeforeThereWereTokensIsToldToNameOne(@TempDir Path other) throws Exception {
        TokenFile tokens = new TokenFile(other);
        try (Guard guard = Guard.of(tokens, new Audit(other, false), false, null, false);
                DuckDbStore store = new DuckDbStore(other);
                Ingest ingest = new Ingest(store, "127.0.0.1", 0, guard, null);
                WireClient early = WireClient.connect(ingest.port(), Batches.hello("shop", "early"))) {
            early.ship(Batches.recursion(1));
            tokens.add("first", Role.ADMIN, List.of(), null);
            assertThat(early.refusal()).contains("asks for a token now", "token.file=");
        }
    }

    @Test
    void aSecondNetReplacesWhatAPatternFindsBeforeItIsStored() throws Exception {
        SecondNet net = new SecondNet(List.of("bo+m", "x"));
        String clean = String.valueOf(net.clean(Batches.recursion(1)).contexts())
                + net.clean(Batches.recursion(1)).invocations();
        assertThat(clean).contains("text=[redacted]", "exception=[redacted]", "n=1").doesNotContain("boom");
        assertThat(net.caught()).isPositive();
        assertThatThrownBy(() -> new SecondNet(List.of("("))).hasMessageContaining("--redact-pattern (");
    }

    /** Those of which no part is a text of the application's values. A section that is added belongs here, or into the batch of the next test. */
    private static final List<Section<?>> WITHOUT_TEXTS = List.of(Sections.NODES, Sections.ROWS, Sections.SCORES,
            Sections.VERDICTS, Sections.PLATFORM, Sections.COUNTERS, Sections.HISTOGRAMS, Sections.PAYLOAD_PROBES,
            Sections.PAYLOAD_RECORDINGS, Sections.OBJECT_ROWS, Sections.PAYLOAD_POINTS, Sections.FAILURES);

    @Test
    void aSecondNetReplacesItInEachSectionThatHasTexts() {
        String secret = "s3cr3t";
        PayloadSum sum = new PayloadSum(1, 0, 1, 1);
        Batch batch = Batches.of(1, List.of(), List.of(new ContextRecord(1, 0, secret, secret, "main", 1, 2, secret,
                Map.of("a", secret), 0, 0, 1, Batches.meters(1))))
                .with(Sections.NAMES, List.of(new NameEntry(1, "split:Probe", secret)))
                .with(Sections.INVOCATIONS,
                        List.of(new Invocation(1, 0, "main", 1, 1, Batches.meters(1), true, secret)))
                .with(Sections.STACKS,
                        List.of(new StackRecord(1, "java.io.IOException", 0, 1, secret, secret, 1, new long[0])))
                .with(Sections.EVENTS, List.of(new EventRecord("sold", 1, 0, "main", Map.of("a", secret))))
                .with(Sections.KINDS,
                        List.of(new KindRecord(secret, secret, 1, 0, 0, 1, 0, 0, 1, Batches.meters(1), List.of())))
                .with(Sections.PAYLOAD_ROWS, List.of(new PayloadRow(1, 1, 1, secret, sum, new long[0])))
                .with(Sections.CONTROL_OBJECTS, List.of(new ControlObject(1, 1, secret, 1, 0, ControlObject.End.OPEN)))
                .with(Sections.PAYLOAD_EVENTS,
                        List.of(new PayloadEvent(1, 1, PayloadEvent.Kind.PAYLOAD, 1, 1, 1, secret, -1, 0, "main", 0,
                                false)))
                .with(Sections.PAYLOAD_MINUTES, List.of(new PayloadMinute(1, 1, 1, secret, -1, 0, sum)))
                .with(Sections.SCRIPT_ANSWERS, List.of(new ScriptAnswer(1, false, secret, List.of(), List.of())));
        Batch clean = new SecondNet(List.of(secret)).clean(batch);
        for (Section<?> section : Sections.ALL) {
            assertThat(batch.contents().of(section).isEmpty()).as(section.name()).isEqualTo(
                    WITHOUT_TEXTS.contains(section));
            assertThat(String.valueOf(clean.contents().of(section))).as(section.name()).doesNotContain(secret);
        }
    }

    private static WireClient connect(String application, String instance, String token) throws Exception {
        return WireClient.connect(server.ingest.port(), Batches.hello(application, instance).with(token));
    }
}
