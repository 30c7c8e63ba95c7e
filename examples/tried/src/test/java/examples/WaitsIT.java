package examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Waiting for work ranks below work, and what a request waits for ranks as the request's: in a real server under the agent. */
class WaitsIT {
    private static final String AOP = """
            <aspectj>
              <aspects>
                <concrete-aspect name="tried.All" extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor">
                  <pointcut name="methodsToInstrument" expression="execution(* tried.Waits.*.*(..))"/>
                </concrete-aspect>
              </aspects>
              <weaver><include within="tried.Waits"/><include within="tried.Waits.*"/></weaver>
            </aspectj>
            """;
    private static final List<String> IDLE = List.of("accept", "select", "take");
    private static final List<String> REQUEST = List.of("compute", "contended", "nap", "downstream");

    @TempDir
    private Path folder;

    @Test
    void waitingForWorkRanksBelowWhatRequestsWaitFor() throws Exception {
        try (RunningServer server = new RunningServer(folder)) {
            Path running = Files.createFile(folder.resolve("running"));
            Process program = server.launch("waits", folder.resolve("waits.log"),
                    ",interval=500ms,aop=" + Files.writeString(folder.resolve("aop.xml"), AOP), "tried.Waits",
                    running.toString());
            Awaitility.await().atMost(60, TimeUnit.SECONDS).ignoreExceptions().untilAsserted(() -> {
                Map<String, JsonNode> rows = rows(server);
                assertThat(rows.keySet()).containsAll(IDLE).containsAll(REQUEST);
                assertThat(rows.get("downstream").path("count").asInt()).isGreaterThan(100);
            });
            Map<String, JsonNode> rows = rows(server);
            Files.delete(running);
            assertThat(program.waitFor(1, TimeUnit.MINUTES)).isTrue();
            List<String> order = new ArrayList<>(rows.keySet());
            for (String waiting : IDLE) {
                JsonNode row = rows.get(waiting);
                long self = row.path("meters").path("wall").path("self").asLong();
                assertThat(row.path("work").path("idle").asLong()).as(row.toString()).isBetween(self * 9 / 10, self);
                for (String ofRequest : REQUEST) {
                    assertThat(order.indexOf(waiting)).as(order.toString()).isGreaterThan(order.indexOf(ofRequest));
                }
            }
            for (String ofRequest : REQUEST) {
                JsonNode row = rows.get(ofRequest);
                assertThat(row.path("work").path("idle").asLong()).as(row.toString()).isZero();
            }
            assertThat(order.get(0)).as("it waits longest for the other server").isEqualTo("downstream");
            JsonNode answer = server.get("/api/v1/methods?application=waits&last=1h");
            JsonNode requests = answer.path("explained").path("requests");
            assertThat(requests.path("rows").asLong() + requests.path("metering").asLong())
                    .isEqualTo(requests.path("total").asLong() + requests.path("open").asLong());
            assertThat(requests.path("idle").asLong()).isGreaterThan(requests.path("total").asLong() / 10);
            JsonNode cpu = answer.path("explained").path("cpu");
            for (String part : List.of("total", "rows", "sim", "jit", "unmetered")) {
                assertThat(cpu.path(part).asLong()).as(part + " of " + cpu).isPositive();
            }
            assertThat(cpu.path("sim").asLong() + cpu.path("jit").asLong() + cpu.path("gc").asLong()
                    + cpu.path("jvm").asLong()).as(cpu.toString()).isLessThanOrEqualTo(cpu.path("total").asLong());
        }
    }

    private static Map<String, JsonNode> rows(RunningServer server) throws Exception {
        Map<String, JsonNode> rows = new LinkedHashMap<>();
        server.get("/api/v1/methods?application=waits&last=1h").path("methods")
                .forEach(row -> rows.put(row.path("method").asString(), row));
        return rows;
    }
}
