package sim.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * The README's one line for a program without annotations shows requests, statements and own methods: of a Spring service, of a war on
 * a servlet server, and of a plain main.
 */
class OneLineIT {
    private static final String LINE = "packages=tried,libraries=auto,payload.record=all";
    private static final String JDBC = "sim.payload.library.jdbc.JdbcProbe";
    private static final int REQUESTS = 40;

    @TempDir
    Path folder;

    @Test
    void aSpringServiceShowsRequestsStatementsAndItsOwnMethods() throws Exception {
        try (Database h2 = Database.h2(); AgentServer server = new AgentServer(folder)) {
            Program program = Program.with("spring-webmvc", "spring-web", "spring-context", "spring-aop",
                    "spring-beans", "spring-core", "spring-jcl", "spring-expression", "spring-jdbc", "spring-tx",
                    "micrometer-observation", "micrometer-commons", "HikariCP", "slf4j-api", "tomcat-embed-core",
                    "tomcat-annotations-api", "h2");
            run(program, server, "tried.OrderService", port -> {
                ask("POST", port, "/orders/1?article=lamp", "placed");
                for (int i = 0; i < REQUESTS; i++) {
                    ask("GET", port, "/orders/1", "lamp");
                    ask("GET", port, "/stock/lamp", "stock true");
                }
                ask("GET", port, "/orders/1;v=hidden?token=hidden", "lamp");
            }, h2.url());
            assertThat(splits(server)).contains("GET /orders/{id}", "POST /orders/{id}");
            assertThat(methods(server)).contains("tried.OrderService$Desk.order", "tried.OrderService$Orders.article",
                    "tried.OrderService$Orders.hasSold");
            assertThat(values(server, "GET /orders/{id}")).containsEntry("http.request.method", "GET")
                    .containsEntry("http.route", "/orders/{id}").containsEntry("url.path", "/orders/1")
                    .containsEntry("network.peer.address", "127.0.0.1").containsEntry("url.scheme", "http")
                    .containsEntry("http.response.status_code", "200");
            assertThat(server.get("contexts?application=shop&last=1h&search=hidden").path("contexts")).isEmpty();
            assertThat(statements(server)).containsEntry("SELECT article FROM orders WHERE id = ?", REQUESTS + 1L)
                    .containsEntry("SELECT sold FROM stock WHERE article = ?", (long) REQUESTS);
        }
    }

    /** Servlets of {@code javax} as of {@code jakarta}, whose {@code service} is in a package that the weaver leaves out by itself. */
    @ParameterizedTest
    @CsvSource({"tried.war.StockServlet,service,tomcat-embed-core tomcat-annotations-api",
            "tried.war.OldStockServlet,doGet,tomcat-embed-core-9.0.111 tomcat-annotations-api-9.0.111"})
    @Tag("long")
    void aWarOnAServletServerShowsTheSame(String servlet, String handler, String jars) throws Exception {
        Path classes = Files.createDirectories(folder.resolve("war/WEB-INF/classes/tried/war"));
        try (DirectoryStream<Path> compiled = Files
                .newDirectoryStream(Path.of("target", "test-classes", "tried", "war"))) {
            for (Path each : compiled) {
                Files.copy(each, classes.resolve(each.getFileName()));
            }
        }
        try (AgentServer server = new AgentServer(folder)) {
            Program program = Program.with((jars + " h2").split(" "));
            run(program, server, "tried.ServletServer", port -> {
                for (int i = 0; i < REQUESTS; i++) {
                    ask("GET", port, "/stock/" + i % 10, "stock " + i % 10 * 3);
                }
            }, folder.resolve("war").toString(), servlet);
            assertThat(splits(server)).contains("GET /stock/{id}");
            assertThat(values(server, "GET /stock/{id}")).containsEntry("http.request.method", "GET")
                    .containsEntry("http.route", "/stock/{id}").containsEntry("url.path", "/stock/9")
                    .containsEntry("network.peer.address", "127.0.0.1").containsEntry("url.scheme", "http")
                    .containsEntry("http.response.status_code", "200");
            assertThat(methods(server)).contains(servlet + ".doGet", "tried.war.Shelves.count")
                    .noneMatch(method -> method.startsWith("javax."));
            isTheRoot(server, "GET /stock/{id}", servlet + "." + handler);
            assertThat(statements(server)).containsEntry("SELECT amount FROM shelves WHERE article = ?",
                    (long) REQUESTS);
        }
    }

    @Test
    void aPlainMainShowsTheSame() throws Exception {
        try (AgentServer server = new AgentServer(folder)) {
            run(Program.with("h2"), server, "tried.PlainServer", port -> {
                for (int i = 0; i < REQUESTS; i++) {
                    ask("GET", port, "/stock/" + i % 10, "stock " + i % 10 * 2);
                }
            });
            assertThat(splits(server)).contains("GET /stock/{id}");
            assertThat(values(server, "GET /stock/{id}")).containsEntry("http.request.method", "GET")
                    .containsEntry("http.route", "/stock/{id}").containsEntry("url.path", "/stock/9")
                    .containsEntry("network.peer.address", "127.0.0.1").containsEntry("url.scheme", "http")
                    .containsEntry("http.response.status_code", "200");
            assertThat(methods(server)).contains("tried.PlainServer.main", "tried.PlainServer.answer",
                    "tried.PlainServer.amount");
            isTheRoot(server, "GET /stock/{id}", "tried.PlainServer.answer");
            assertThat(statements(server)).containsEntry("SELECT amount FROM plain WHERE article = ?", (long) REQUESTS);
        }
    }

    private void run(Program program, AgentServer server, String main, Clients clients, String... arguments)
            throws Exception {
        Path errors = folder.resolve("program.err");
        Process process = new ProcessBuilder(program.flag("-Dsim.weave.cache=off")
                .flag("-javaagent:" + Program.AGENT + "=application=shop,server=" + server.address() + "," + LINE
                        + ",exit.flush=30s")
                .command(main, arguments)).redirectError(errors.toFile()).start();
        try (BufferedReader said = new BufferedReader(new InputStreamReader(process.getInputStream()))) {
            String first = said.readLine();
            assertThat(first).as(Files.readString(errors)).startsWith("port ");
            clients.ask(Integer.parseInt(first.substring(5)));
            process.getOutputStream().close();
        }
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
        assertThat(Files.readAllLines(errors)).noneMatch(line -> line.startsWith("sim: no method is metered"));
        Awaitility.await().atMost(30, TimeUnit.SECONDS)
                .until(() -> server.get("applications").get(0).path("complete").asBoolean());
    }

    private static void ask(String method, int port, String path, String expected) throws Exception {
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .method(method, HttpRequest.BodyPublishers.noBody()).build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.body()).as(path).isEqualTo(expected);
    }

    private static Set<String> splits(AgentServer server) throws Exception {
        Set<String> splits = new TreeSet<>();
        server.get("calltree?application=shop&last=1h&splits=true&limit=100000").path("nodes").forEach(node -> {
            if (node.has("split")) {
                splits.add(node.path("method").asString());
            }
        });
        return splits;
    }

    /** Of the newest context of that name. */
    private static Map<String, String> values(AgentServer server, String name) throws Exception {
        Map<String, String> values = new TreeMap<>();
        for (JsonNode each : server.get("contexts?application=shop&last=1h&limit=1000").path("contexts")) {
            if (values.isEmpty() && each.path("name").asString().equals(name)) {
                each.path("values").properties()
                        .forEach(value -> values.put(value.getKey(), value.getValue().asString()));
            }
        }
        return values;
    }

    /** In the tree of each request its handler is at the top, alone and with its own time; the request's sums are those of the handler. */
    private static void isTheRoot(AgentServer server, String name, String handler) throws Exception {
        int requests = 0;
        for (JsonNode request : server.get("contexts?application=shop&last=1h&limit=1000").path("contexts")) {
            if (!request.path("name").asString().equals(name) || requests >= 5) {
                continue;
            }
            requests++;
            JsonNode nodes = server.get("calltree?application=shop&last=1h&context=" + request.path("id").asString())
                    .path("nodes");
            JsonNode top = nodes.get(0);
            JsonNode wall = top.path("meters").path("wall");
            long inside = 0;
            for (JsonNode node : nodes) {
                assertThat(node == top || !node.path("parent").isNull()).as("one at the top: " + nodes).isTrue();
                inside += node.path("parent").equals(top.path("id"))
                        ? node.path("meters").path("wall").path("total").asLong()
                        : 0;
            }
            assertThat(top.path("class").asString() + "." + top.path("method").asString()).isEqualTo(handler);
            assertThat(top.path("count").asLong()).isEqualTo(1);
            assertThat(wall.path("self").asLong()).isPositive();
            assertThat(inside).isPositive();
            assertThat(wall.path("total").asLong()).as("to the nanosecond: " + nodes)
                    .isEqualTo(wall.path("self").asLong() + inside + wall.path("metering").asLong());
            assertThat(wall.path("total").asLong()).as("what the request itself says of its outermost calls")
                    .isEqualTo(request.path("meters").path("wall").path("total").asLong());
            assertThat(wall.path("total").asLong()).isLessThanOrEqualTo(request.path("durationNanos").asLong() + 2_000);
        }
        assertThat(requests).isEqualTo(5);
    }

    private static Set<String> methods(AgentServer server) throws Exception {
        Set<String> methods = new TreeSet<>();
        server.get("methods?application=shop&last=1h&limit=10000&disabled=true").path("methods")
                .forEach(each -> methods.add(each.path("class").asString() + "." + each.path("method").asString()));
        return methods;
    }

    private static Map<String, Long> statements(AgentServer server) throws Exception {
        Map<String, Long> statements = new TreeMap<>();
        for (JsonNode each : server.get("payloads/hotspots?application=shop&last=1h&limit=10000&probe=" + JDBC)
                .path("payloads")) {
            statements.put(each.path("text").asString(), each.path("count").asLong());
        }
        return statements;
    }

    private interface Clients {
        void ask(int port) throws Exception;
    }
}
