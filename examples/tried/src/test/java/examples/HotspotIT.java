package examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A program switches its own probes off, is told otherwise from the server, and is woven anew with the survivors only. */
class HotspotIT {
    private static final String ALL = """
            <aspectj>
              <aspects>
                <concrete-aspect name="tried.All" extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor">
                  <pointcut name="methodsToInstrument"
                            expression="execution(* tried..*.*(..)) || execution(tried..*.new(..))"/>
                </concrete-aspect>
              </aspects>
              <weaver><include within="tried.Layers"/><include within="tried.Layers.*"/></weaver>
            </aspectj>
            """;

    private static final long REQUESTS = 5_000;
    /** Of {@code tried.Service}: 693 in the layers of each request. */
    private static final long CALLS_A_REQUEST = 693;
    /** Its main method, and what it makes first. */
    private static final long STARTING = 10;

    @TempDir
    private Path folder;
    private RunningServer server;

    @BeforeEach
    void startServer() throws Exception {
        server = new RunningServer(folder).usual();
    }

    @AfterEach
    void stopServer() throws Exception {
        server.close();
    }

    @Test
    void probesAreSwitchedOffByTheirScorecardAndOnByHandAndTheSurvivorsWovenAlone() throws Exception {
        Path aop = Files.writeString(folder.resolve("all.xml"), ALL);
        Path running = Files.createFile(folder.resolve("running"));
        Process program = launch("layers", aop, running);

        await("cell", "disabled");
        await("render", "hotspot");
        assertThat(standing("cell").path("verdict").path("reason").asString()).contains("thresholds 10us and 2us");
        assertThat(methods("")).contains("render");
        assertThat(methods("&disabled=true")).contains("render", "cell");
        assertThat(server.get("/api/v1/methods?application=layers&last=1h").path("methods"))
                .as("folded with the others that are off, or marked where a slow call made its figures large")
                .filteredOn(row -> row.path("method").asString().equals("cell"))
                .allSatisfy(row -> assertThat(row.has("off")).isTrue());

        control(202, "pin", "tried.Layers", "cell");
        await("cell", "pinned");
        long counted = count("cell");
        Awaitility.await().atMost(30, TimeUnit.SECONDS).until(() -> count("cell") > counted);

        control(202, "disable", "tried.Layers$Row", "");
        await("render", "off");
        control(202, "enable", "tried.Layers$Row", "render");
        await("render", "hotspot");
        control(202, "disable", "tried.Layers", "cell");
        await("cell", "off");
        assertThat(server.get("/api/v1/verdicts?application=layers&search=cell").path("verdicts"))
                .extracting(verdict -> verdict.path("to").asString()).containsSubsequence("off", "pinned", "disabled");

        assertThat(server.post("/api/v1/hotspots", 400, "{\"application\":\"layers\",\"action\":\"stop\"}")
                .path("allowed").asString()).contains("pin");
        control(400, "pin", "tried.Layers", "cell\",\"colour\":\"red");
        assertThat(server.post("/api/v1/hotspots", 404, "{\"application\":\"nobody\",\"action\":\"reset\"}")
                .path("allowed").asString()).contains("connected");

        Path refined = Files.writeString(folder.resolve("refined.xml"),
                server.command("refine", "--application", "layers"));
        Files.delete(running);
        assertThat(program.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(Files.readString(refined)).contains("execution(* tried.Layers.Row.render(..))")
                .doesNotContain("cell(");

        Files.createFile(running);
        Process survivors = launch("survivors", refined, running);
        Awaitility.await().atMost(60, TimeUnit.SECONDS).ignoreExceptions()
                .until(() -> server.get("/api/v1/hotspots?application=survivors").toString().contains("render"));
        Files.delete(running);
        assertThat(survivors.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(server.get("/api/v1/hotspots?application=survivors").path("names"))
                .extracting(name -> name.path("method").asString()).contains("render").doesNotContain("cell");
    }

    @Test
    void ofALayeredServiceWhatIsWorthItStaysAndTheRestIsOffOrSampled() throws Exception {
        Path aop = Files.writeString(folder.resolve("service.xml"), ALL.replace("tried.Layers", "tried.Service"));
        long all = serve("service-all", aop, ",hotspot.enabled=false");
        long pruned = serve("service", aop, "");
        assertThat(all).isEqualTo(REQUESTS * CALLS_A_REQUEST + STARTING);
        assertThat(pruned).as("sampled calls are counted, those of names that are off are not")
                .isLessThanOrEqualTo(all);
        JsonNode methods = server.get("/api/v1/methods?application=service&last=1h&search=Repository.query");
        assertThat(methods.path("methods").path(0).path("count").asLong()).as("waits for the data base, every time")
                .isEqualTo(REQUESTS);
        assertThat(server.get("/api/v1/hotspots?application=service&standing=hotspot").path("names"))
                .extracting(name -> name.path("method").asString()).contains("query", "find");
        assertThat(server.get("/api/v1/hotspots?application=service").path("names"))
                .filteredOn(name -> List.of("off", "sampled").contains(name.path("level").asString()))
                .extracting(name -> name.path("method").asString())
                .filteredOn(List.of("getProduct", "setCents", "getAmount", "escape", "text", "discounted",
                        "isKnown")::contains)
                .as("of the seven short ones; how many depends on the machine, WorthTest has the rule by figures")
                .isNotEmpty();
        assertThat(server.get("/api/v1/hotspots?application=service&limit=1000").path("names"))
                .filteredOn(name -> List.of("query", "find").contains(name.path("method").asString()))
                .extracting(name -> name.path("level").asString()).as("what is worth its cost is read in each call")
                .containsOnly("all");
    }

    /** How many calls were metered. */
    private long serve(String application, Path aop, String options) throws Exception {
        Process program = server.launch(application, folder.resolve(application + ".log"), ",aop=" + aop + options,
                "tried.Service", Long.toString(REQUESTS));
        assertThat(program.waitFor(2, TimeUnit.MINUTES)).isTrue();
        long calls = 0;
        for (JsonNode method : server
                .get("/api/v1/methods?application=" + application + "&last=1h&disabled=true&limit=1000")
                .path("methods")) {
            if (!method.path("method").asString().equals("[class loading]")) {
                calls += method.path("count").asLong();
            }
        }
        return calls;
    }

    private Process launch(String application, Path aop, Path running) throws Exception {
        return server.launch(application, folder.resolve(application + ".log"), ",interval=200ms,aop=" + aop,
                "tried.Layers", running.toString());
    }

    private void await(String method, String standing) {
        Awaitility.await(method + " to be " + standing).atMost(60, TimeUnit.SECONDS).ignoreExceptions()
                .until(() -> standing(method).path("standing").asString().equals(standing));
    }

    private JsonNode standing(String method) throws Exception {
        for (JsonNode name : server.get("/api/v1/hotspots?application=layers&search=" + method).path("names")) {
            if (name.path("method").asString().equals(method)) {
                return name;
            }
        }
        throw new AssertionError(method + " has no scorecard");
    }

    private String methods(String more) throws Exception {
        return server.get("/api/v1/methods?application=layers&last=1h" + more).toString();
    }

    private long count(String method) throws Exception {
        return server.get("/api/v1/methods?application=layers&last=1h&disabled=true&search=" + method).path("methods")
                .path(0).path("count").asLong();
    }

    private void control(int expected, String action, String type, String method) throws Exception {
        server.post("/api/v1/hotspots", expected,
                "{\"application\":\"layers\",\"action\":\"" + action + "\",\"class\":\""
                        + type + "\",\"method\":\"" + method + "\"}");
    }
}
