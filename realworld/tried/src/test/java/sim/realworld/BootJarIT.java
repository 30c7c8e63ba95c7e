package sim.realworld;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The README's one line beside a Spring Boot application as it is shipped: one jar whose libraries are jars inside of it. It shows requests,
 * statements and own methods, and the application does what it does bare.
 */
class BootJarIT {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final String LINE = "packages=shop,libraries=auto,payload.record=all";
    /** 200 that are accepted, and one that is refused. */
    private static final long ORDERS = 201;

    @TempDir
    private Path folder;

    @Test
    @Tag("long")
    void theOneLineShowsRequestsStatementsAndOwnMethodsOfABootJar() throws Exception {
        try (Server server = new Server(ROOT, JAVA)) {
            String bare = run("bare");
            String metered = run("metered", "-javaagent:" + ROOT.resolve("sim-agent/target/sim-agent.jar")
                    + "=application=shop,server=127.0.0.1:" + server.port() + "," + LINE + ",exit.flush=30s");
            assertThat(metered).isEqualTo(bare).contains("stored: 200 orders");

            assertThat(server.calls("shop", "shop.OrderController", "place")).isEqualTo(ORDERS);
            assertThat(server.calls("shop", "shop.Orders", "place")).isEqualTo(ORDERS);
            assertThat(splits(server)).contains("POST /orders", "GET /orders/count");
            assertThat(statements(server)).containsEntry("insert into orders (article,pieces,id) values (?,?,?)",
                    ORDERS - 1).containsKey("select count(o1_0.id) from orders o1_0 where o1_0.article=?");
        }
    }

    /** What it prints; its errors hold at most five lines of SIM's. */
    private String run(String name, String... options) throws Exception {
        Path out = folder.resolve(name + ".out");
        Path err = folder.resolve(name + ".err");
        List<String> command = new ArrayList<>(
                List.of(JAVA.toString(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m"));
        command.addAll(List.of(options));
        command.addAll(List.of("-jar", bootJar().toString()));
        Process process = Started
                .start(new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile()));
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).as(Files.readString(err)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(err)).isZero();
        assertThat(Files.readAllLines(err)).filteredOn(line -> line.startsWith("sim: ")).hasSizeLessThanOrEqualTo(5);
        return Files.readString(out);
    }

    private static Path bootJar() throws Exception {
        try (var jars = Files.newDirectoryStream(ROOT.resolve("realworld/spring-boot/target"), "*-boot.jar")) {
            return jars.iterator().next();
        }
    }

    private static Set<String> splits(Server server) throws Exception {
        Set<String> splits = new TreeSet<>();
        for (JsonNode node : server.get("calltree?application=shop&last=1h&splits=true&limit=100000").path("nodes")) {
            if (node.has("split")) {
                splits.add(node.path("method").asString());
            }
        }
        return splits;
    }

    private static Map<String, Long> statements(Server server) throws Exception {
        Map<String, Long> statements = new HashMap<>();
        for (JsonNode each : server.get("payloads/hotspots?application=shop&last=1h&limit=10000&probe="
                + "sim.payload.library.jdbc.JdbcProbe").path("payloads")) {
            statements.put(each.path("text").asString(), each.path("count").asLong());
        }
        return statements;
    }
}
