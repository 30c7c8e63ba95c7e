package sim.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.AuditLines;
import sim.server.Batches;
import sim.server.SimHere;
import sim.server.identity.Audit;
import sim.store.DuckDbStore;
import sim.store.Keep;
import sim.store.Silence;
import sim.store.StoreTools;
import sim.wire.Sections;

/** What {@code sim forget} says where there is nothing to forget, or where it cannot be done. */
class ForgetCommandTest {
    @TempDir
    Path folder;

    @BeforeEach
    void fill() {
        try (DuckDbStore store = new DuckDbStore(folder)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.recursion(1).with(Sections.CONTEXTS,
                    List.of(Batches.context(1, 0, 0, Map.of("customer", "Ada King")))));
        }
        try (StoreTools tools = StoreTools.open(folder)) {
            tools.compact(Keep.STANDARD, Long.MAX_VALUE);
        }
        Silence.of(folder);
    }

    /** It said 0 rows, and ended as if something had gone. */
    @Test
    void aValueThatNothingHasIsSaidWithWhatIsNearlyTheSame() {
        SimHere said = SimHere.run(forget("--context", "customer:ada king"));
        assertThat(said.exit()).isEqualTo(1);
        assertThat(said.out()).isEqualTo("nothing was forgotten" + System.lineSeparator());
        assertThat(said.err().lines()).containsExactly("sim: no context in the store has this value of customer",
                "sim: 1 context has it in another case, and stays");
        said = SimHere.run(forget("--context", "customer:Ada King"));
        assertThat(said.exit()).as(said.err()).isZero();
        assertThat(said.out()).startsWith("forgot contexts with customer:Ada King: ");
        assertThat(said.err()).isEmpty();
    }

    /** A server was killed while it forgot. Where this command came before its next start, the log never said what became of that. */
    @Test
    void whatAServerHadBegunToForgetWhenItWasKilledGetsItsEnd() throws Exception {
        Audit audit = new Audit(folder, false);
        audit.done("ops", "10.0.0.1", "forget", Audit.BEGUN, "", "application bank");
        assertThat(SimHere.run(forget("--application", "shop")).exit()).isZero();
        audit.endBegun("forget"); // as the next start does
        List<String> lines = AuditLines.latest(audit, 10);
        assertThat(lines).hasSize(4);
        assertThat(lines.get(0)).contains("application shop", "\"done\"");
        assertThat(lines.get(1)).contains("application shop", "\"begun\"");
        assertThat(lines.get(2)).contains("\"ops\"", "application bank", "ended by the end of its process");
    }

    /** As where its disk is not mounted: a line of each came before. */
    @Test
    void whereAllSegmentsAreAwayThatIsOneLine() throws Exception {
        Files.move(folder.resolve("segments"), folder.resolve("away"));
        for (String[] what : new String[][]{{"--application", "shop"}, {"--context", "customer:Ada King"}}) {
            SimHere said = SimHere.run(forget(what));
            assertThat(said.exit()).isEqualTo(2);
            assertThat(said.err().lines()).singleElement().asString().startsWith("sim: nothing of the store ")
                    .contains("a disk is not mounted");
        }
        SimHere said = SimHere.run(List.of("store", "--data", folder.toString()));
        assertThat(said.err().lines()).singleElement().asString().contains("none of the ", "a disk is not mounted");
        Files.delete(folder.resolve("segments/manifest.last"));
        Files.delete(folder.resolve("segments"));
        Files.move(folder.resolve("away"), folder.resolve("segments"));
        said = SimHere.run(forget("--context", "customer:Ada King"));
        assertThat(said.exit()).as(said.err()).isZero();
        assertThat(said.err()).isEmpty();
    }

    /** It was said to be no agent server, and to be named by another address. */
    @Test
    void aServerThatEndsWhileItForgetsIsSaid() throws Exception {
        AtomicBoolean isAnother = new AtomicBoolean();
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/api/v1/forget", exchange -> {
            boolean asks = exchange.getRequestMethod().equals("GET");
            byte[] said = (asks
                    ? "{\"parameter\":\"id\",\"value\":\"1\",\"allowed\":\"another\"}"
                    : "{\"id\":1,\"state\":\"running\"}").getBytes(StandardCharsets.UTF_8);
            if (!asks || isAnother.get()) {
                exchange.sendResponseHeaders(asks ? 404 : 202, said.length);
                exchange.getResponseBody().write(said);
            }
            exchange.close();
        });
        server.start();
        try {
            for (int round = 0; round < 2; round++) {
                SimHere said = SimHere.run(List.of("forget", "--server",
                        "http://127.0.0.1:" + server.getAddress().getPort(), "--application", "shop"));
                assertThat(said.exit()).isEqualTo(2);
                assertThat(said.err().lines()).singleElement().asString().contains("went away while it forgot",
                        "nobody can tell whether it is done", "give the command again").doesNotContain("no agent");
                isAnother.set(true);
            }
        } finally {
            server.stop(0);
        }
    }

    private List<String> forget(String... what) {
        return List.of("forget", "--data", folder.toString(), what[0], what[1]);
    }
}
