package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import sim.server.WireClient;
import sim.server.ingest.Ingest;
import sim.server.query.DuckDbAnswers;
import sim.store.Appended;
import sim.store.DuckDbStore;
import sim.wire.Batch;
import sim.wire.Hello;
import sim.wire.WireException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A store's HTTP interface on a free port, and the collectors' beside it, as a test asks them. It closes the store too. */
final class AskedServer implements AutoCloseable {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final DuckDbStore store;
    private final Ingest ingest;
    private final HttpServer http;

    AskedServer(DuckDbStore store) throws IOException {
        this.store = store;
        this.ingest = new Ingest(store, "127.0.0.1", 0);
        this.http = new HttpServer(store, new DuckDbAnswers(store), ingest, "127.0.0.1", 0);
    }

    int collectorPort() {
        return ingest.port();
    }

    Ingest ingest() {
        return ingest;
    }

    /** @param path behind {@code /api/v1/}, or all of it from a slash on */
    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(
                "http://127.0.0.1:" + http.port() + (path.startsWith("/") ? path : "/api/v1/" + path)));
    }

    HttpResponse<String> ask(String path) throws IOException, InterruptedException {
        return send(request(path));
    }

    /** @param wish JSON with ' for " */
    HttpResponse<String> post(String path, String wish) throws IOException, InterruptedException {
        return send(request(path).header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(wish.replace('\'', '"'))));
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** The answer to what is not refused. */
    JsonNode json(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = ask(path);
        assertThat(answer.statusCode()).as(path + " " + answer.body()).isEqualTo(200);
        return json(answer);
    }

    static JsonNode json(HttpResponse<String> answer) {
        return JsonMapper.shared().readTree(answer.body());
    }

    /** An instance, as the store knows it without a connection. */
    void open(Hello hello) {
        store.open(hello);
    }

    /** A batch of it, stored as it stands. */
    Appended append(String instance, Batch batch) {
        return store.append(instance, batch);
    }

    /** A collector that says hello, ships batches and leaves. */
    void ship(Hello hello, Batch... batches) throws IOException, WireException {
        try (WireClient client = WireClient.connect(ingest.port(), hello)) {
            for (Batch batch : batches) {
                client.ship(batch);
            }
        }
    }

    @Override
    public void close() {
        http.close();
        ingest.close();
        store.close();
    }
}
