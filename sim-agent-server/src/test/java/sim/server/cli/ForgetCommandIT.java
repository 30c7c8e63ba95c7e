package sim.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.AuditLines;
import sim.server.Batches;
import sim.server.GuardedServer;
import sim.server.WireClient;
import sim.server.identity.Role;
import sim.store.Silence;
import sim.wire.Sections;

/** {@code sim forget --server} at a server that goes on receiving meanwhile. */
class ForgetCommandIT {
    @TempDir
    Path folder;

    private GuardedServer server;
    private String ships;
    private Path admin;
    private Path look;

    @BeforeEach
    void serve() throws Exception {
        server = new GuardedServer(folder);
        ships = server.token("ships", Role.SHIP);
        admin = Files.writeString(folder.resolve("admin.token"), server.token("boss", Role.ADMIN));
        look = Files.writeString(folder.resolve("look.token"), server.token("guest", Role.SCRIPT));
        for (String application : List.of("shop", "bank")) {
            try (WireClient client = WireClient.connect(server.ingest.port(),
                    Batches.hello(application, application + "-1").with(ships))) {
                client.ship(Batches.recursion(1));
            }
        }
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** As long as it may be connected, it is not. */
    @Test
    void anApplicationIsForgottenOnceItIsGone() throws Exception {
        SimProcess early = forget(admin, "--application", "shop");
        assertThat(early.exit()).isEqualTo(2);
        assertThat(early.err()).contains("instance shop-1 of shop may be connected").hasLineCount(1);
        server.close();
        Silence.of(folder);
        server = new GuardedServer(folder);
        try (WireClient bank = WireClient.connect(server.ingest.port(), Batches.hello("bank", "bank-1").with(ships))) {
            SimProcess done = forget(admin, "--application", "shop");
            assertThat(done.exit()).as(done.err()).isZero();
            assertThat(done.out()).startsWith("forgot application shop: ").contains("rows").hasLineCount(1);
            bank.ship(Batches.of(2, List.of(Batches.row(1, 5, 500, 50)), List.of()));
        }
        assertThat(get("applications")).contains("bank").doesNotContain("shop");
        assertThat(server.get("/metrics", token(admin)).body()).contains("bank").doesNotContain("shop");
        assertThat(get("methods?application=bank&from=0")).contains("\"count\":7").contains("outer");
        SimProcess again = forget(admin, "--application", "shop");
        assertThat(again.exit()).isEqualTo(2);
        assertThat(again.err()).contains("has no application shop");
        assertThat(AuditLines.latest(server.audit, 50))
                .anyMatch(line -> line.contains("\"who\":\"boss\"") && line.contains("\"outcome\":\"done\"")
                        && line.contains("application shop: "))
                .anyMatch(line -> line.contains("\"outcome\":\"failed: ") && line.contains("may be connected"));
    }

    /** The value itself is in no file and no answer afterwards. */
    @Test
    void contextsWithAValueAreForgottenWhileTheirApplicationRuns() throws Exception {
        try (WireClient shop = WireClient.connect(server.ingest.port(), Batches.hello("shop", "shop-1").with(ships))) {
            shop.ship(Batches.of(2, List.of(), List.of()).with(Sections.CONTEXTS,
                    List.of(Batches.context(1, 0, Batches.now() - 2_000_000, Map.of("customer", "Ada King")),
                            Batches.context(2, 1, Batches.now() - 2_000_000, Map.of()),
                            Batches.context(3, 0, Batches.now() - 2_000_000, Map.of("customer", "Bob")))));
            SimProcess done = forget(admin, "--context", "customer:Ada King");
            assertThat(done.exit()).as(done.err()).isZero();
            assertThat(done.out()).startsWith("forgot contexts with customer:Ada King: ").hasLineCount(1);
        }
        assertThat(get("contexts?application=shop&from=0&open=false")).contains("Bob").doesNotContain("Ada King");
        assertThat(get("server")).contains("contexts by a value of customer").doesNotContain("Ada");
        assertThat(AuditLines.latest(server.audit, 50)).noneMatch(line -> line.contains("Ada"))
                .anyMatch(line -> line.contains("contexts by a value of customer: "));
    }

    @Test
    void whoIsNoAdminIsRefusedAndWhatIsNoValueIsNamed() throws Exception {
        assertThat(forget(look, "--application", "shop").err()).contains("this needs the role admin").hasLineCount(1);
        assertThat(forget(admin, "--context", "customer").err()).contains("--context customer is no KEY:VALUE");
        assertThat(forget(admin, "--application", "shop", "--data", folder.toString()).err())
                .contains("--server and --data exclude each other");
        SimProcess locked = SimProcess
                .run(List.of("forget", "--application", "shop", "--data", folder.toString()));
        // the server's jar permits native access; here, off the class path, newer JDKs warn of the store's library
        assertThat(locked.err().lines().filter(line -> !line.isBlank() && !line.startsWith("WARNING: ")))
                .singleElement()
                .asString().contains("in use by another process", "add --server ADDRESS");
        assertThat(get("applications")).contains("shop");
    }

    /** Until the next start they were in the file, and after it on /metrics. */
    @Test
    void anApplicationThatIsForgottenInADirectoryIsInNoExportedSumEither() throws Exception {
        server.close();
        Silence.of(folder);
        assertThat(Files.readString(folder.resolve("exported.totals"), StandardCharsets.ISO_8859_1))
                .contains("shop", "bank");
        SimProcess done = SimProcess.run(List.of("forget", "--data", folder.toString(), "--application", "shop"));
        assertThat(done.exit()).as(done.err()).isZero();
        assertThat(Files.readString(folder.resolve("exported.totals"), StandardCharsets.ISO_8859_1)).contains("bank")
                .doesNotContain("shop");
        server = new GuardedServer(folder);
        assertThat(server.get("/metrics", token(admin)).body()).contains("bank").doesNotContain("shop");
    }

    /** Of a server that is down; the value is on no command line, and in no log. */
    @Test
    void whatIsForgottenInADirectoryIsInItsAuditLogToo() throws Exception {
        try (WireClient shop = WireClient.connect(server.ingest.port(), Batches.hello("shop", "shop-1").with(ships))) {
            shop.ship(Batches.of(2, List.of(), List.of()).with(Sections.CONTEXTS,
                    List.of(Batches.context(1, 0, Batches.now() - 2_000_000, Map.of("customer", "Ada King")))));
        }
        server.close();
        Path value = Files.writeString(folder.resolve("value"), "customer:Ada King\n");
        SimProcess done = SimProcess.run(List.of("forget", "--data", folder.toString(), "--context-file",
                value.toString()));
        assertThat(done.exit()).as(done.err()).isZero();
        assertThat(done.out()).startsWith("forgot contexts with that value: ").hasLineCount(1);
        Files.writeString(value, "Ada");
        assertThat(SimProcess.run(List.of("forget", "--data", folder.toString(), "--context-file", value.toString()))
                .err()).contains("has no KEY:VALUE in its first line").doesNotContain("Ada");
        server = new GuardedServer(folder);
        assertThat(get("contexts?application=shop&from=0&open=false")).doesNotContain("Ada King");
        assertThat(AuditLines.latest(server.audit, 50)).noneMatch(line -> line.contains("Ada"))
                .filteredOn(line -> line.contains("owner's shell")).hasSize(2)
                .allMatch(line -> line.contains("contexts by a value of customer"))
                .anyMatch(line -> line.contains("\"outcome\":\"done\"") && line.contains(" rows"));
    }

    private SimProcess forget(Path token, String... what) throws Exception {
        List<String> all = new ArrayList<>(
                List.of("forget", "--server", server.address(), "--token-file", token.toString()));
        all.addAll(List.of(what));
        return SimProcess.run(all);
    }

    private String get(String path) throws Exception {
        return server.get("/api/v1/" + path.replace(" ", URLEncoder.encode(" ", StandardCharsets.UTF_8)), token(admin))
                .body();
    }

    private static String token(Path file) throws Exception {
        return Files.readString(file);
    }
}
