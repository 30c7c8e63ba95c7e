package sim.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * A Spring service under load with everything recorded, by {@code libraries=auto} alone: recording goes on and off, the agent server away
 * and back, and what the server says in the end is what the database counted while recording was on, statement by statement.
 */
class ServiceIT {
    private static final String JARS = "spring-webmvc spring-web spring-context spring-aop spring-beans spring-core "
            + "spring-jcl spring-expression spring-jdbc spring-tx micrometer-observation micrometer-commons HikariCP "
            + "slf4j-api tomcat-embed-core tomcat-annotations-api h2 postgresql";
    /** By which PostgreSQL's driver asks whether a connection is alive, for the pool: it is none that the database counts. */
    private static final String ALIVE = "(an empty statement)";
    private static final int CLIENTS = 4;
    private static final int ROUNDS = 10;
    private static final String[] ARTICLES = {"lamp", "chair", "book"};

    private final AtomicInteger orders = new AtomicInteger();
    /** What the database ran while recording was on. */
    private final Map<String, Long> ran = new TreeMap<>();
    private int recorded;
    private int loads;

    @Test
    void statementsAreThoseH2Counted(@TempDir Path folder) throws Exception {
        try (Database h2 = Database.h2()) {
            isCounted(h2, folder);
        }
    }

    @Test
    @Tag("long")
    void statementsAreThosePostgresCounted(@TempDir Path folder) throws Exception {
        try (Database postgres = Database.postgres()) {
            if (postgres == null) {
                System.out.println("PostgreSQL with pg_stat_statements is not installed: not tried on it");
            } else {
                isCounted(postgres, folder);
            }
        }
    }

    private void isCounted(Database database, Path folder) throws Exception {
        Path errors = folder.resolve("program.err");
        try (AgentServer server = new AgentServer(folder)) {
            Process program = new ProcessBuilder(Program.with(JARS.split(" ")).flag("-javaagent:" + Program.AGENT
                    + "=application=orders,server=" + server.address()
                    + ",interval=500ms,libraries=auto,hotspot.enabled=false,weave.cache=off")
                    .command("tried.OrderService", database.url())).redirectError(errors.toFile()).start();
            try (BufferedReader said = new BufferedReader(new InputStreamReader(program.getInputStream()));
                    PrintStream tell = new PrintStream(program.getOutputStream(), true)) {
                String first = said.readLine();
                assertThat(first).as(Files.readString(errors)).startsWith("port ");
                Load load = new Load(Integer.parseInt(first.substring(5)), database);

                load.run(false);
                record(server, "start", 1, 0);
                load.run(true);
                record(server, "stop", 1, 1);
                load.run(false);
                record(server, "start", 2, 1);
                load.run(true);
                server.kill();
                load.run(true);
                tell(tell, said, "rest");
                load.run(false);
                tell(tell, said, "record");
                load.run(true);
                server.start();
                load.run(true);
                tell(tell, said, "rest");
                isTold(server);
            }
            assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(program.exitValue()).as(Files.readString(errors)).isZero();
        }
    }

    /** Every request of a load has been answered and ended before and after it: what it made the database run is recorded, or not. */
    private final class Load {
        private final int port;
        private final Database database;

        Load(int port, Database database) {
            this.port = port;
            this.database = database;
        }

        void run(boolean isRecorded) throws Exception {
            Map<String, Long> before = database.statements();
            ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                all.add(clients.submit(() -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        String article = ARTICLES[round % ARTICLES.length];
                        int id = orders.incrementAndGet();
                        ask("POST /orders/" + id + "?article=" + article, "placed");
                        ask("GET /orders/" + id, article);
                        ask("GET /stock/" + article, "stock true");
                        ask("POST /orders/" + id + "?article=" + article, "twice");
                    }
                    return null;
                }));
            }
            for (Future<?> each : all) {
                each.get(60, TimeUnit.SECONDS);
            }
            clients.shutdown();
            loads++;
            if (isRecorded) {
                recorded++;
                database.statements().forEach((text, count) -> ran.merge(text, count - before.getOrDefault(text, 0L),
                        Long::sum));
            }
        }

        /** To the end of the connection, which the server closes when it is done with the request. */
        private void ask(String request, String answer) throws IOException {
            try (Socket socket = new Socket("127.0.0.1", port)) {
                socket.getOutputStream().write((request + " HTTP/1.0\r\nContent-Length: 0\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
                assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)).as(request)
                        .endsWith("\r\n\r\n" + answer);
            }
        }
    }

    /** By the agent server; waits until the application says how many recordings there are, and how many ended. */
    private static void record(AgentServer server, String action, int begun, int ended) throws Exception {
        server.post("payloads/recordings",
                "{\"application\":\"orders\",\"probe\":\"all\",\"events\":true,\"action\":\"" + action + "\"}");
        Awaitility.await().atMost(30, TimeUnit.SECONDS).untilAsserted(() -> {
            JsonNode recordings = probe(server, "JDBC").path("recordings");
            assertThat(recordings.size()).isEqualTo(begun);
            assertThat(recordings.valueStream().filter(each -> !each.path("end").isNull()).count()).isEqualTo(ended);
        });
    }

    private static JsonNode probe(AgentServer server, String name) throws Exception {
        return server.get("payloads/probes?last=1h&application=orders").path("probes").valueStream()
                .filter(each -> each.path("name").asString().equals(name)).findFirst().orElseThrow(AssertionError::new);
    }

    private static void tell(PrintStream to, BufferedReader said, String word) throws IOException {
        to.println(word);
        assertThat(said.readLine()).isEqualTo("told " + word);
    }

    private void isTold(AgentServer server) throws Exception {
        String statements = "?last=1h&application=orders&probe=" + probe(server, "JDBC").path("probe").asString();
        Awaitility.await().atMost(60, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(counts(server, statements, true)).isEqualTo(ran));
        record(server, "stop", 3, 3); // told behind everything else
        long each = (long) CLIENTS * ROUNDS;
        assertThat(counts(server, statements, false)).as("failures too").containsEntry(
                "INSERT INTO orders (id, article) VALUES (?, ?)", 2 * recorded * each);

        assertThat(counts(server, "?last=1h&application=orders&probe=" + probe(server, "HTTP server").path("probe")
                .asString(), false)).isEqualTo(Map.of("POST /orders/{id}", 2 * recorded * each, "GET /orders/{id}",
                        recorded * each, "GET /stock/{article}", recorded * each));
        Map<String, Long> contexts = new TreeMap<>();
        server.get("kinds?last=1h&application=orders").path("kinds").valueStream()
                .forEach(kind -> contexts.put(kind.path("name").asString(), kind.path("contexts").asLong()));
        assertThat(contexts).as("whether something is recorded or not").isEqualTo(Map.of("POST /orders/{id}",
                2 * loads * each, "GET /orders/{id}", loads * each, "GET /stock/{article}", loads * each));

        JsonNode tree = server.get("payloads/calltree" + statements);
        assertThat(below(tree)).as("statements stand below their request").containsExactly(
                "GET /orders/{id}: SELECT article FROM orders WHERE id = ?",
                "GET /stock/{article}: SELECT sold FROM stock WHERE article = ?",
                "POST /orders/{id}: INSERT INTO orders (id, article) VALUES (?, ?)",
                "POST /orders/{id}: UPDATE stock SET sold = sold + ? WHERE article = ?");
        long all = tree.path("sums").path("count").asLong();
        JsonNode objects = server.get("payloads/objects" + statements).path("objects");
        assertThat(objects.valueStream().mapToLong(one -> one.path("count").asLong()).sum()).isEqualTo(all);
        assertThat(objects.size()).as("the pool's connections, as the driver opened them").isBetween(1, 3);
        assertThat(server.get("payloads/events" + statements + "&limit=1").path("kept").asLong()).isEqualTo(all);
        isWell(server);
    }

    /** Nothing was healed, cut or lost on the way. */
    private static void isWell(AgentServer server) throws Exception {
        JsonNode counters = server.get("applications").path(0).path("counters");
        assertThat(counters.path("weaving.given").asLong()).as("classes no look at them keeps from the weaver")
                .isBetween(1L, counters.path("weaving.seen").asLong() / 10);
        for (String none : Program.NONE) {
            assertThat(counters.path(none).asLong()).as(none + counters).isZero();
        }
    }

    /** By text, how often, with those that ended by an exception or without. */
    private static Map<String, Long> counts(AgentServer server, String question, boolean isWithoutErrors)
            throws Exception {
        Map<String, Long> counts = new TreeMap<>();
        for (JsonNode each : server.get("payloads/hotspots" + question).path("payloads")) {
            counts.put(each.path("text").asString(),
                    each.path("count").asLong() - (isWithoutErrors ? each.path("errors").asLong() : 0));
        }
        counts.remove(ALIVE);
        return counts;
    }

    /** Each statement behind the request whose node it is below. */
    private static Set<String> below(JsonNode tree) {
        Map<Integer, JsonNode> nodes = new TreeMap<>();
        tree.path("nodes").forEach(node -> nodes.put(node.path("id").asInt(), node));
        Set<String> found = new TreeSet<>();
        for (JsonNode node : nodes.values()) {
            if (node.has("payload") && !node.path("payload").asString().equals(ALIVE)) {
                found.add(nodes.get(node.path("parent").asInt()).path("method").asString() + ": "
                        + node.path("payload").asString());
            }
        }
        return found;
    }
}
