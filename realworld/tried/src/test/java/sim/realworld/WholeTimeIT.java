package sim.realworld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * No default answer hides time: at each node of the tree the total is the self time and what is inside, to the nanosecond, and the methods
 * have all of it. Of programs by chance whose names are switched on and off while they run, and of the service, whose names
 * SIM switches itself; all in JVMs of their own, with the packaged agent and server. With {@code compensation=false} nothing is taken out of
 * self times but the time in which SIM wove classes and made their probes, and a counter says how long that took; with it, what lacks is metering as well.
 */
class WholeTimeIT {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final List<String> TREES = List.of("", "&fold=true", "&limit=100000", "&limit=100000&disabled=true",
            "&limit=30",
            "&limit=5&fold=true");
    private static final String AOP = """
            <aspectj><aspects>
            <concrete-aspect name="realworld.Random" extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor">
            <pointcut name="methodsToInstrument" expression="execution(* sim.realworld.RandomCalls.m*(..))
              &amp;&amp; !execution(* main(..))"/>
            </concrete-aspect></aspects></aspectj>
            """;
    private static final int SWITCHES = 25;
    private static final Duration LONGEST = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    @Test
    void ofAProgramByChanceWhoseNamesAreSwitched() throws Exception {
        ofProgramsByChanceWhoseNamesAreSwitched(4, true);
    }

    @ParameterizedTest
    @CsvSource({"1,false", "2,true", "3,false"})
    @Tag("long")
    void ofProgramsByChanceWhoseNamesAreSwitched(long seed, boolean compensation) throws Exception {
        try (Server server = new Server(ROOT, JAVA)) {
            Path aop = Files.writeString(folder.resolve("random.xml"), AOP);
            Process program = Started.start(new ProcessBuilder(JAVA.toString(),
                    "-javaagent:" + ROOT.resolve("sim-agent/target/sim-agent.jar")
                            + "=application=random,interval=200ms,"
                            + "weave.cache=off,compensation=" + compensation + ",server=127.0.0.1:" + server.port()
                            + ",aop=" + aop,
                    "-cp", "target/test-classes", "sim.realworld.RandomCalls", String.valueOf(seed))
                    .redirectError(folder.resolve("random.log").toFile()));
            try {
                assertThat(program.getInputStream().read()).as("it is ready").isPositive();
                await().atMost(LONGEST).until(() -> server.get("applications").size() == 1);
                Random random = new Random(seed);
                for (int i = 0; i < SWITCHES; i++) {
                    Thread.sleep(random.nextInt(300)); // the program runs meanwhile
                    control(server, List.of("disable", "enable", "pin", "disable").get(random.nextInt(4)),
                            random.nextInt(RandomCalls.METHODS));
                }
                control(server, "disable", random.nextInt(RandomCalls.METHODS));
                await().atMost(LONGEST).untilAsserted(() -> assertThat(
                        server.get("hotspots?last=1h").path("names").toString()).contains("\"standing\":\"off\""));
            } finally {
                program.getOutputStream().close();
                program.waitFor();
            }
            nothingIsHidden(server, compensation);
        }
    }

    @Test
    @Tag("long")
    void ofTheServiceWhoseNamesSimSwitches() throws Exception {
        try (Server server = new Server(ROOT, JAVA)) {
            try (ServiceRun service = new ServiceRun(ROOT, JAVA, folder, "application=service,server=127.0.0.1:"
                    + server.port() + ",interval=1s,compensation=false,weave.cache=off")) {
                assertThat(service.serve(70, 15)).contains("failed: 0");
            }
            assertThat(server.get("hotspots?last=1h&limit=10000").path("names").toString()).as("names lost readings")
                    .contains("\"level\":\"sampled\"");
            nothingIsHidden(server, false);
        }
    }

    private static void control(Server server, String action, int method) throws Exception {
        server.post("hotspots", "{\"application\":\"random\",\"action\":\"" + action
                + "\",\"class\":\"sim.realworld.RandomCalls\",\"method\":\"m" + method + "\"}");
    }

    private static void nothingIsHidden(Server server, boolean compensation) throws Exception {
        JsonNode methods = server.get("methods?last=1h&limit=20");
        JsonNode all = server.get("methods?last=1h&limit=10000&disabled=true");
        assertThat(ofAll(methods, true)).as("self times").isEqualTo(ofAll(all, true));
        assertThat(ofAll(methods, false)).as("calls").isEqualTo(ofAll(all, false));
        long other = other(server.get("calltree?last=1h&limit=100000&disabled=true"));
        for (String options : TREES) {
            JsonNode answer = server.get("calltree?last=1h" + options);
            Map<Integer, Long> inside = new HashMap<>();
            for (String part : List.of("nodes", "cut")) {
                answer.path(part).forEach(row -> inside.merge(row.path("parent").asInt(0), total(row), Long::sum));
            }
            long metering = 0;
            List<String> lacking = new ArrayList<>();
            for (JsonNode node : answer.path("nodes")) {
                long lacks = total(node) - self(node) - inside.getOrDefault(node.path("id").asInt(), 0L);
                assertThat(lacks).as(options + " " + node).isNotNegative();
                metering += lacks;
                if (lacks > 0) {
                    lacking.add(lacks + " ns of " + node);
                }
            }
            assertThat(metering).as("what SIM took, and what is under [other], ns " + options + " " + lacking)
                    .isLessThanOrEqualTo(compensation ? Long.MAX_VALUE : inside(server) + other);
            if (answer.path("leftOut").asInt() == 0) { // otherwise what SIM took of the nodes left out is not known
                assertThat(inside.getOrDefault(0, 0L)).as("all roots " + options)
                        .isEqualTo(ofAll(all, true) + metering);
            }
        }
    }

    /** What weaving took inside metered calls, ns; the counter says it in whole ms, rounded up. */
    private static long inside(Server server) throws Exception {
        return server.get("applications").path(0).path("counters").path("weaving.inside.ms").asLong()
                * 1_000_000;
    }

    /** What has no place below its caller, because the tree was nearly full, ns. */
    private static long other(JsonNode tree) {
        long sum = 0;
        for (JsonNode node : tree.path("nodes")) {
            sum += node.path("method").asString().equals("[other]") && node.path("parent").isNull() ? total(node) : 0;
        }
        return sum;
    }

    /** What all rows have, also those that share a row or are past the limit: self time, or calls. */
    private static long ofAll(JsonNode answer, boolean time) {
        long sum = 0;
        for (JsonNode row : answer.path("methods")) {
            sum += time ? self(row) : row.path("count").asLong();
        }
        for (JsonNode row : List.of(answer.path("leftOut"), answer.path("off").path("folded"))) {
            sum += time ? self(row) : row.path("count").asLong(0);
        }
        return sum;
    }

    private static long total(JsonNode row) {
        return row.path("meters").path("wall").path("total").asLong(0);
    }

    private static long self(JsonNode row) {
        return row.path("meters").path("wall").path("self").asLong(0);
    }
}
