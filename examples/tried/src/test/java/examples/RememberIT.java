package examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What a first run switched off is off in the second one from its first call on; survivors are counted exactly in both. */
class RememberIT {
    private static final String ALL = """
            <aspectj>
              <aspects>
                <concrete-aspect name="tried.All" extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor">
                  <pointcut name="methodsToInstrument" expression="execution(* tried.Beans.*(..))"/>
                </concrete-aspect>
              </aspects>
              <weaver><include within="tried.Beans"/></weaver>
            </aspectj>
            """;
    /**
     * Judged by how many calls are short, and not by what they take on average. A call of a getter is short unless something else has the
     * processor for 250 us, and {@code tried.Beans.dear} always takes 500: the getters are switched off on a busy machine too.
     */
    private static final String RULE = ",hotspot.mean=false,hotspot.threshold=250us,hotspot.threshold.inherent=250us";
    /** Calls of {@code tried.Beans.dear}. */
    private static final long DEAR = 30;

    @TempDir
    private Path folder;

    @Test
    @Tag("long")
    void theSecondRunMetersATenthOfTheFirstOnesCallsAtMost() throws Exception {
        Path verdicts = folder.resolve("verdicts");
        try (RunningServer server = new RunningServer(folder).usual()) {
            Map<String, Long> first = run(server, "first", verdicts);
            Map<String, Long> second = run(server, "second", verdicts);
            assertThat(first).containsEntry("dear", DEAR).containsEntry("main", 1L);
            assertThat(first.get("three")).isGreaterThan(300);
            assertThat(second).containsOnly(Map.entry("dear", DEAR), Map.entry("main", 1L));
            assertThat(sum(second)).isLessThanOrEqualTo(sum(first) / 10);
            assertThat(server.get("/api/v1/hotspots?application=second&standing=disabled").path("names"))
                    .extracting(name -> name.path("method").asString())
                    .containsExactlyInAnyOrder("one", "two", "three", "four", "five");

            Files.writeString(verdicts, Files.readString(verdicts).replace("one", "eno"));
            Map<String, Long> third = run(server, "third", verdicts);
            assertThat(third).containsEntry("dear", DEAR).containsEntry("main", 1L).containsKey("three");
            assertThat(Files.readAllLines(folder.resolve("third.log"))).as("one line, and the program's own")
                    .hasSize(2).anyMatch(line -> line.contains("is damaged; all names are judged anew"))
                    .contains("something");
            assertThat(run(server, "fourth", verdicts)).isEqualTo(second);
        }
    }

    /** Calls metered, by method. */
    private Map<String, Long> run(RunningServer server, String application, Path verdicts) throws Exception {
        Path aop = Files.writeString(folder.resolve("all.xml"), ALL);
        Process program = server.launch(application, folder.resolve(application + ".log"),
                ",aop=" + aop + RULE + ",hotspot.retrial=1h,hotspot.remember=" + verdicts, "tried.Beans");
        assertThat(program.waitFor(1, TimeUnit.MINUTES)).isTrue();
        Map<String, Long> calls = new HashMap<>();
        for (JsonNode method : server
                .get("/api/v1/methods?application=" + application + "&last=1h&disabled=true&limit=1000")
                .path("methods")) {
            calls.put(method.path("method").asString(), method.path("count").asLong());
        }
        return calls;
    }

    private static long sum(Map<String, Long> calls) {
        return calls.values().stream().mapToLong(Long::longValue).sum();
    }
}
