package examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Contexts that travel, through the lessons that show it, at a real agent server. */
class TravelIT {
    @TempDir
    static Path folder;

    private static RunningServer server;

    @BeforeAll
    static void startServer() throws Exception {
        server = new RunningServer(folder);
    }

    @AfterAll
    static void stopServer() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void workOnPoolsCountsInTheContextThatSubmittedIt() throws Exception {
        assertThat(server.run("10-hand-over")).contains("orders loaded");

        JsonNode contexts = server.get("/api/v1/contexts?last=1h&application=days&limit=10000").path("contexts");
        Map<String, JsonNode> byId = new HashMap<>();
        contexts.forEach(context -> byId.put(context.path("id").asString(), context));
        Map<String, Integer> inside = new HashMap<>();
        Set<String> threads = new HashSet<>();
        for (JsonNode context : contexts) {
            if (!context.path("name").asString().equals("day")) {
                JsonNode parent = byId.get(context.path("parent").asString());
                assertThat(parent.path("name").asString()).as("what encloses " + context).isEqualTo("day");
                inside.merge(parent.path("id").asString() + context.path("name").asString(), 1, Integer::sum);
                threads.add(context.path("thread").asString().replaceAll("-\\d", ""));
            }
        }
        assertThat(threads).containsExactlyInAnyOrder("extract", "transform", "load");
        String day = "shop.days.Days.day.params.name:day-1";
        Map<String, Long> counts = counts("days", day);
        assertThat(counts).containsEntry("day", 1L).containsEntry("extract", 6L).containsEntry("read", 6L)
                .containsEntry("transform", 6L).containsEntry("price", 1200L).containsEntry("load", 1L);
        String id = server.get("/api/v1/contexts?last=1h&application=days&search=day&context=" + day).path("contexts")
                .get(0).path("id").asString();
        assertThat(inside).containsEntry(id + "extract", 6).containsEntry(id + "transform", 6)
                .containsEntry(id + "load", 1);
    }

    @Test
    void twoProcessesAreOneTree() throws Exception {
        assertThat(server.run("11-two-processes")).contains("orders placed");

        JsonNode whole = server.get("/api/v1/contexts?last=1h&application=shop&context=order:4711&whole=true")
                .path("contexts");
        JsonNode order = null;
        for (JsonNode context : whole) {
            if (context.path("name").asString().equals("order")) {
                order = context;
            }
        }
        assertThat(whole).hasSize(3);
        assertThat(order.path("application").asString()).isEqualTo("shop");
        assertThat(order.path("values").path("order").asLong()).isEqualTo(4711);
        for (JsonNode context : whole) {
            assertThat(context.path("trace").asString()).isEqualTo(order.path("trace").asString()).hasSize(32);
            if (context != order) {
                assertThat(context.path("application").asString()).isEqualTo("stock");
                assertThat(context.path("name").asString()).isEqualTo("reservation");
                assertThat(context.path("parent").asString()).isEqualTo(order.path("id").asString());
                assertThat(context.path("instance").asString()).isNotEqualTo(order.path("instance").asString());
                assertThat(context.path("values").path("order").asString()).as("came as baggage").isEqualTo("4711");
            }
        }
        assertThat(counts("stock", "order:4711")).containsEntry("reserve", 2L).containsEntry("take", 2L);
        assertThat(counts("shop", "order:4711")).containsEntry("order", 1L).containsEntry("confirm", 2L)
                .containsEntry("reserve", 2L);
        assertThat(counts("stock", order.path("id").asString())).containsEntry("take", 2L);
    }

    private static Map<String, Long> counts(String application, String context) throws Exception {
        Map<String, Long> counts = new HashMap<>();
        server.get(
                "/api/v1/methods?last=1h&limit=1000&disabled=true&application=" + application + "&context=" + context)
                .path("methods").forEach(method -> counts.put(method.path("method").asString(),
                        method.path("count").asLong()));
        return counts;
    }
}
