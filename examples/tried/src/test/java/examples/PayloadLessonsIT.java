package examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The lessons on payload probes, run by their own scripts, and what their headers say you should see. */
class PayloadLessonsIT {
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
    void aLibraryShipsItsProbe() throws Exception {
        assertThat(server.run("13-embedded-probe")).contains("200 of 400 found");
        assertThat(payloads("embedded-probe", "shop.cache.CacheProbe")).containsExactlyInAnyOrderEntriesOf(
                Map.of("read items", "200/0", "read customers", "200/0", "write items", "100/0", "write customers",
                        "100/0"));
        assertThat(objects("embedded-probe", "shop.cache.CacheProbe")).containsExactlyInAnyOrderEntriesOf(
                Map.of("connection 1", "read 200 write 100", "connection 2", "read 200 write 100"));
        assertThat(server.command("probes", "--application", "embedded-probe")).contains("Cache", "Cache regions");
    }

    @Test
    void aProbeForDriversNobodyPrepared() throws Exception {
        String printed = server.run("14-injected-jdbc");
        int databases = printed.contains("PostgreSQL: 100 orders") ? 2 : 1;
        assertThat(printed).contains("H2: 100 orders")
                .satisfiesAnyOf(all -> assertThat(all).contains("PostgreSQL: 100 orders"),
                        all -> assertThat(all).contains("H2 alone"));
        assertThat(payloads("injected-jdbc", "shop.sql.SqlProbe")).containsExactlyInAnyOrderEntriesOf(
                Map.of("INSERT INTO orders VALUES (?, ?)", 101 * databases + "/" + databases,
                        "SELECT customer FROM orders WHERE id = ?", 100 * databases + "/0",
                        "CREATE TABLE orders(id INT PRIMARY KEY, customer VARCHAR(?))", databases + "/0"));
        assertThat(counted(printed)).isIn(Map.of(), Map.of("INSERT INTO orders VALUES (?, ?)", 100L,
                "SELECT customer FROM orders WHERE id = ?", 100L,
                "CREATE TABLE orders(id INT PRIMARY KEY, customer VARCHAR(?))", 1L));
        assertThat(objects("injected-jdbc", "shop.sql.SqlProbe")).hasSize(databases).containsEntry("H2",
                "QUERY 100 UPDATE 102");
    }

    @Test
    void aScriptComesIntoARunningProgram() throws Exception {
        assertThat(server.run("15-script")).contains("line 1, column 11: cannot find symbol")
                .contains("runs at shop.stock.Warehouse.find(int, java.lang.String)").contains("found");
        assertThat(payloads("script", "sim.payload.script.Kinds")).containsExactlyInAnyOrderEntriesOf(
                Map.of("find book", "100/0", "find lamp", "100/0", "find chair", "100/0"));
    }

    @Test
    void statementsStandInsideTheRequestsTheyWereAskedBy() throws Exception {
        assertThat(server.run("16-split-server")).contains("150 requests answered");
        Map<String, Long> places = new TreeMap<>();
        Map<Integer, JsonNode> nodes = new TreeMap<>();
        JsonNode tree = get("calltree", "split-server", "sim.payload.library.jdbc.JdbcProbe");
        for (JsonNode node : tree.path("nodes")) {
            nodes.put(node.path("id").asInt(), node);
        }
        for (JsonNode node : tree.path("nodes")) {
            if (node.has("payload") && node.path("payload").asString().startsWith("SELECT")) {
                String split = "";
                for (JsonNode at = node; at != null; at = nodes.get(at.path("parent").asInt(-1))) {
                    split = at.has("split") ? at.path("method").asString() : split;
                }
                places.merge(split, node.path("count").asLong(), Long::sum);
            }
        }
        assertThat(places).as(tree.toString())
                .isEqualTo(Map.of("GET /item/{id}/stock", 50L, "GET /report", 150L));
    }

    /** What the database says it was asked, where it says so; a statement that failed is none to it. */
    private static Map<String, Long> counted(String printed) {
        Map<String, Long> counted = new TreeMap<>();
        Pattern.compile("(?m)^PostgreSQL counted (\\d+) of (.*)$").matcher(printed).results()
                .forEach(each -> counted.merge(each.group(2).replaceAll("\\$?\\d+", "?"), Long.valueOf(each.group(1)),
                        Long::sum));
        return counted;
    }

    private static Map<String, String> payloads(String application, String probe) throws Exception {
        Map<String, String> found = new TreeMap<>();
        for (JsonNode each : get("hotspots", application, probe).path("payloads")) {
            found.put(each.path("text").asString(), each.path("count").asLong() + "/" + each.path("errors").asLong());
        }
        return found;
    }

    private static Map<String, String> objects(String application, String probe) throws Exception {
        Map<String, String> found = new TreeMap<>();
        for (JsonNode each : get("objects", application, probe).path("objects")) {
            Map<String, Long> types = new TreeMap<>();
            each.path("types").properties()
                    .forEach(type -> types.put(type.getKey(), type.getValue().path("count").asLong()));
            StringBuilder said = new StringBuilder();
            types.forEach(
                    (type, count) -> said.append(said.isEmpty() ? "" : " ").append(type).append(' ').append(count));
            found.put(each.path("name").asString(), said.toString());
        }
        return found;
    }

    private static JsonNode get(String question, String application, String probe) throws Exception {
        return server.get("/api/v1/payloads/" + question + "?last=1h&application=" + application + "&probe="
                + probe);
    }
}
