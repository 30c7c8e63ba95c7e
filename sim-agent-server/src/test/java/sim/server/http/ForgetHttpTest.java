package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.Batches;
import sim.server.ingest.Ingest;
import sim.server.query.DuckDbAnswers;
import sim.store.DuckDbStore;
import sim.store.PassingStore;
import sim.store.Silence;
import sim.store.StoreProgress;

/** What is said of a removal that failed. */
class ForgetHttpTest {
    @TempDir
    Path folder;

    /** It was said that nothing was forgotten. */
    @Test
    void whatFailsBehindTheRemovalIsNotSaidToHaveRemovedNothing() throws Exception {
        try (DuckDbStore store = new DuckDbStore(folder)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.recursion(1));
        }
        Silence.of(folder);
        try (DuckDbStore store = new DuckDbStore(folder); // nobody is connected there
                Ingest ingest = new Ingest(store, "127.0.0.1", 0);
                HttpServer http = new HttpServer(new PassingStore(store) {
                    @Override
                    public StoreProgress.Removal forget(String application) {
                        super.forget(application);
                        throw new IllegalStateException("something that nobody expects");
                    }
                }, new DuckDbAnswers(store), ingest, "127.0.0.1", 0)) {
            URI address = URI.create("http://127.0.0.1:" + http.port() + "/api/v1/forget");
            HttpClient client = HttpClient.newHttpClient();
            client.send(HttpRequest.newBuilder(address).header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString("{\"application\":\"shop\"}")).build(),
                    HttpResponse.BodyHandlers.ofString());
            String[] said = {""};
            await().dontCatchUncaughtExceptions().atMost(Duration.ofSeconds(60)).until(() -> {
                said[0] = client
                        .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString()).body();
                return said[0].contains("\"failed\"");
            });
            assertThat(said[0]).contains("whether it is forgotten is not known").doesNotContain("nothing");
        }
    }

    /** The line named a field that nobody had sent. Who asks by a context's value is not told the value. */
    @Test
    void whoAsksWhileAnotherIsForgottenIsToldWhatTheyAskedForAndWhatIsForgotten() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        try (DuckDbStore store = new DuckDbStore(folder);
                Ingest ingest = new Ingest(store, "127.0.0.1", 0);
                HttpServer http = new HttpServer(new PassingStore(store) {
                    @Override
                    public StoreProgress.Removal forget(String application) {
                        try {
                            done.await();
                        } catch (InterruptedException stop) {
                            throw new IllegalStateException(stop);
                        }
                        return new StoreProgress.Removal(0, "forget", "application " + application, 1, 1, 1);
                    }
                }, new DuckDbAnswers(store), ingest, "127.0.0.1", 0)) {
            try {
                assertThat(post(http, "{\"application\":\"shop\"}").statusCode()).isEqualTo(202);
                HttpResponse<String> refused = post(http, "{\"context\":\"customer:Ada King\"}");
                assertThat(refused.statusCode()).isEqualTo(409);
                assertThat(refused.body()).contains("\"parameter\":\"context\"", "\"value\":\"customer\"",
                        "application shop is forgotten").doesNotContain("Ada");
                assertThat(post(http, "{\"context\":\"sql:" + "a".repeat(20_000) + "\"}").statusCode())
                        .as("a value that is longer than any application ships").isEqualTo(409);
                String longest = "sql:" + "\u20ac".repeat(50_000 - 4);
                for (String each : List.of(longest, longest.replace("\u20ac", "\\u20ac"))) {
                    assertThat(post(http, "{\"context\":\"" + each + "\"}").statusCode())
                            .as("as long as it may be, of whatever characters").isEqualTo(409);
                }
                HttpResponse<String> longer = post(http, "{\"context\":\"" + longest + "a\"}");
                assertThat(longer.statusCode()).isEqualTo(400);
                assertThat(longer.body()).contains("at most 50000 characters");
                assertThat(post(http, "{\"application\":\"bank\"}").body()).contains(
                        "\"parameter\":\"application\"", "\"value\":\"bank\"", "application shop is forgotten");
            } finally {
                done.countDown();
            }
        }
    }

    private static HttpResponse<String> post(HttpServer http, String body) throws Exception {
        return HttpClient.newHttpClient().send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + http.port() + "/api/v1/forget"))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body)).build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
