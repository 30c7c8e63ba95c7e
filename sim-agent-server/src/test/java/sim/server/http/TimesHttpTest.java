package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.snapshot.Level;
import sim.model.snapshot.Score;
import sim.model.snapshot.Standing;
import sim.model.snapshot.Verdict;
import sim.server.Batches;
import sim.server.PayloadBatches;
import sim.server.WireClient;
import sim.server.ingest.Ingest;
import sim.server.query.DuckDbAnswers;
import sim.store.DuckDbStore;
import sim.wire.Batch;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Times of one kind have one unit in all answers: moments ms, or a name that ends in Micros; durations ns. */
class TimesHttpTest {
    private static final List<String> PATHS = List.of("health", "server", "applications", "methods", "calltree",
            "contexts", "kinds", "invocations", "events", "hotspots", "verdicts", "losses", "platform",
            "payloads/probes", "payloads/hotspots", "payloads/backtraces", "payloads/calltree", "payloads/events",
            "payloads/objects", "payloads/timeline", "payloads/telemetries");
    /** A moment of this century in milliseconds, and in microseconds, is at least this, and less than three times as much. */
    private static final double MILLIS = 1e12;
    private static final double MICROS = 1e15;

    private final Set<String> moments = new TreeSet<>();
    private final Set<String> wrong = new TreeSet<>();

    @Test
    void eachAnswerTellsTimesInTheUnitsOfItsNames(@TempDir Path folder) throws Exception {
        DuckDbStore store = new DuckDbStore(folder);
        try (Ingest ingest = new Ingest(store, "127.0.0.1", 0);
                HttpServer server = new HttpServer(store, new DuckDbAnswers(store), ingest, "127.0.0.1", 0);
                WireClient shop = WireClient.connect(ingest.port(), Batches.hello("shop", "one"));
                WireClient bank = WireClient.connect(ingest.port(), Batches.hello("bank", "two"))) {
            shop.ship(PayloadBatches.batch(1, 1, true));
            shop.ship(PayloadBatches.batch(2, 1, false));
            bank.ship(Batches.recursion(1));
            bank.ship(judged());
            for (String application : List.of("shop", "bank")) {
                for (String path : PATHS) {
                    String asked = path.equals("health") || path.equals("server") || path.equals("applications")
                            ? path
                            : path + "?application=" + application + (path.matches("payloads/(?!probes).*")
                                    ? "&probe=" + PayloadBatches.PROBE
                                    : "");
                    if (!path.startsWith("payloads") || application.equals("shop")) {
                        look(asked, path, ask(server, asked));
                    }
                }
            }
        } finally {
            store.close();
        }
        assertThat(wrong).isEmpty();
        assertThat(moments).as("what was looked at").contains("start", "end", "startMicros", "time", "opened",
                "openedMicros", "lastUsed", "firstSeen", "lastSeen", "started", "first", "levelSince", "points");
    }

    private static Batch judged() {
        return new Batch(2, Batches.NOW - 5_000_000, Batches.NOW - 2_000_000, List.of(), List.of(), List.of(),
                List.of(), List.of(), List.of(),
                List.of(new Score(1, Standing.DISABLED, -2, 0, Level.OFF, Batches.NOW, 0, 1)),
                List.of(new Verdict(1, 1, Batches.NOW - 3_000_000, Standing.MANAGED, Standing.DISABLED, -2, "cheap")),
                List.of(), java.util.Map.of("invocations.dropped", 3L));
    }

    private void look(String asked, String name, JsonNode node) {
        if (node.isObject()) {
            node.properties().forEach(each -> look(asked, each.getKey(), each.getValue()));
        } else if (node.isArray()) {
            node.forEach(each -> look(asked, name, each));
        } else if (node.isNumber() && !name.endsWith("Bytes") && !name.equals("bytes")) {
            double value = node.asDouble();
            boolean micros = value >= MICROS && value < 3 * MICROS;
            if (micros || value >= MILLIS && value < 3 * MILLIS) {
                moments.add(name);
            }
            if (micros != name.endsWith("Micros") || name.matches(".*(Seconds|Millis)|begin")) {
                wrong.add(asked + ": " + name + " is " + node);
            }
        }
    }

    private static JsonNode ask(HttpServer server, String path) throws Exception {
        HttpResponse<String> answer = HttpClient.newHttpClient().send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/api/v1/" + path)).build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(path + answer.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(answer.body());
    }
}
