package examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Where threads lose their processor all the time, metering is what SIM takes and no more, and each node of the tree says how much: in a real JVM under the agent. */
class PreemptedIT {
    private static final String AOP = """
            <aspectj>
              <aspects>
                <concrete-aspect name="tried.All" extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor">
                  <pointcut name="methodsToInstrument" expression="execution(* tried.Preempted.Request.*(..))"/>
                </concrete-aspect>
              </aspects>
              <weaver><include within="tried.Preempted"/><include within="tried.Preempted.*"/></weaver>
            </aspectj>
            """;

    @TempDir
    private Path folder;

    @Test
    void timeWithoutAProcessorIsSelfTimeAndNoMetering() throws Exception {
        try (RunningServer server = new RunningServer(folder)) {
            Path running = Files.createFile(folder.resolve("running"));
            Process program = server.launch("preempted", folder.resolve("preempted.log"),
                    ",interval=500ms,aop=" + Files.writeString(folder.resolve("aop.xml"), AOP), "tried.Preempted",
                    running.toString());
            Awaitility.await().atMost(120, TimeUnit.SECONDS).ignoreExceptions()
                    .until(() -> tree(server).path("nodes").path(1).path("count").asLong() > 300);
            Files.delete(running);
            assertThat(program.waitFor(1, TimeUnit.MINUTES)).isTrue();

            JsonNode answer = tree(server);
            long metering = 0;
            for (String meter : List.of("wall", "thread.cpu")) {
                Map<Integer, Long> inside = new HashMap<>();
                answer.path("nodes").forEach(node -> inside.merge(node.path("parent").asInt(0),
                        of(node, meter, "total"), Long::sum));
                for (JsonNode node : answer.path("nodes")) {
                    long beside = of(node, meter, "total") - of(node, meter, "self")
                            - inside.getOrDefault(node.path("id").asInt(), 0L);
                    assertThat(of(node, meter, "metering")).as(node.toString()).isEqualTo(beside).isNotNegative();
                    metering += meter.equals("wall") ? beside : 0;
                }
            }
            JsonNode requests = answer.path("explained").path("requests");
            long total = requests.path("total").asLong();
            assertThat(requests.path("metering").asLong()).isEqualTo(metering);
            if (Files.exists(Path.of("/proc/self/schedstat"))) {
                assertThat(requests.path("queued").asLong()).as("its threads are more than there are processors")
                        .isGreaterThan(requests.path("total").asLong() / 10);
            }
            assertThat(metering).as(answer.toString()).isPositive().isLessThan(total / 50);
            long cpu = 0;
            for (JsonNode node : answer.path("nodes")) {
                cpu += of(node, "thread.cpu", "self");
            }
            assertThat(self(answer, "step")).as("where a thread loses its processor: " + answer)
                    .isGreaterThan(5 * self(answer, "handle"));
            assertThat(cpu).as("most of the time no processor was there").isLessThan(total / 2);
        }
    }

    private static JsonNode tree(RunningServer server) throws Exception {
        return server.get("/api/v1/calltree?application=preempted&last=1h&limit=1000");
    }

    private static long self(JsonNode answer, String method) {
        return answer.path("nodes").valueStream().filter(node -> node.path("method").asString().equals(method))
                .mapToLong(node -> of(node, "wall", "self")).sum();
    }

    private static long of(JsonNode node, String meter, String part) {
        return node.path("meters").path(meter).path(part).asLong(0);
    }
}
