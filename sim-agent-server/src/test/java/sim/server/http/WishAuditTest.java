package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sim.server.AuditLines;
import sim.server.Batches;
import sim.server.WireClient;
import sim.server.identity.Audit;
import sim.server.identity.Guard;
import sim.server.identity.TokenFile;
import sim.server.ingest.Ingest;
import sim.server.query.Answers;
import sim.server.query.DuckDbAnswers;
import sim.server.query.Questions;
import sim.server.query.Turn;
import sim.store.DuckDbStore;
import sim.store.StoreException;
import sim.wire.Batch;

/** What the audit log says became of a wish is what became of it, however its answer went. */
class WishAuditTest {
    private static final String PIN = "\"action\":\"pin\",\"class\":\"a.A\",\"method\":\"outer\"";

    @TempDir
    Path folder;

    /** Nothing that can fail stands behind the sending: what the store cannot tell, it is asked for before. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {"hotspots | names | " + PIN,
            "payloads/recordings | toldProbes | \"action\":\"stop\",\"probe\":\"all\"",
            "payloads/scripts | payloadProbes | \"action\":\"remove\",\"name\":\"x\""})
    void whatCouldNotBeAskedWasNotSent(String path, String asked, String wish) throws Exception {
        assertThat(outcome(path, asked, wish, 500)).contains("\"outcome\":\"500\"");
    }

    @Test
    void whatWasSentIsSaidToBe() throws Exception {
        assertThat(outcome("hotspots", "nothing", PIN, 202)).contains("\"outcome\":\"sent to shop-1\"");
    }

    /** @param fails the question that the store cannot answer */
    private String outcome(String path, String fails, String wish, int status) throws Exception {
        Audit audit = new Audit(folder, false);
        try (Guard guard = Guard.of(new TokenFile(folder), audit, false, null, false);
                DuckDbStore store = new DuckDbStore(folder);
                Ingest ingest = new Ingest(store, "127.0.0.1", 0, guard, null);
                HttpServer http = new HttpServer(store, failing(new DuckDbAnswers(store), fails), ingest,
                        Site.at("127.0.0.1", 0).with(guard, null));
                WireClient shop = WireClient.connect(ingest.port(), Batches.hello("shop", "shop-1"))) {
            shop.ship(Batches.recursion(1));
            HttpResponse<String> answer = HttpClient.newHttpClient().send(HttpRequest
                    .newBuilder(URI.create("http://127.0.0.1:" + http.port() + "/api/v1/" + path))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString("{\"application\":\"shop\"," + wish + "}")).build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
            Batch next = Batches.of(2, List.of(), List.of());
            assertThat(shop.shipAnyhow(next).controls()).hasSize(status == 202 ? 1 : 0);
        }
        return AuditLines.latest(audit, 10).stream().filter(line -> line.contains("/api/v1/" + path)).findFirst()
                .orElseThrow();
    }

    /** A store that answers all questions but one. */
    private static Answers failing(DuckDbAnswers answers, String question) {
        return new Answers() {
            @Override
            public <T> T ask(Turn turn, Ask<T> ask) {
                return answers.ask(turn, all -> ask.of((Questions) Proxy.newProxyInstance(
                        Questions.class.getClassLoader(), new Class<?>[]{Questions.class}, (proxy, method, given) -> {
                            if (method.getName().equals(question)) {
                                throw new StoreException("it cannot tell", null);
                            }
                            try {
                                return method.invoke(all, given);
                            } catch (InvocationTargetException thrown) {
                                throw thrown.getCause();
                            }
                        })));
            }

            @Override
            public void tryIt() {
                answers.tryIt();
            }
        };
    }
}
