package sim.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sim.libraries.Program.Run;

/** One trace from service to service, by SIM alone and beside OpenTelemetry's agent. */
class TracesIT {
    private static final String SIMS = "payload.record=all,libraries=auto";

    @Test
    void aTraceGoesFromServiceToService() throws Exception {
        Run run = Program.with().agent(SIMS).run("tried.TwoServices", "plain", "own").isWell();
        haveOneTrace(run);
        assertThat(run.after("front ")).last().as("the sender's")
                .isEqualTo("11111111111111111111111111111111 GET /front");
    }

    @Test
    @Tag("long")
    void besideOpenTelemetrysAgentTheTraceIdIsItsTraceId() throws Exception {
        Program program = Program.with().flag("-javaagent:" + Program.jar("opentelemetry-javaagent"))
                .flag("-Dotel.traces.exporter=none").flag("-Dotel.metrics.exporter=none")
                .flag("-Dotel.logs.exporter=none");
        haveOneTrace(program.agent(SIMS).run("tried.TwoServices", "plain", "own").isWell());
    }

    private static void haveOneTrace(Run run) {
        assertThat(run.does()).as(run.all()).containsExactly("200", "200");
        List<String> fronts = run.after("front ");
        List<String> sent = run.after("sent ");
        List<String> backs = run.after("back ");
        assertThat(sent).hasSize(2);
        for (int i = 0; i < 2; i++) {
            String trace = fronts.get(i).split(" ")[0];
            assertThat(fronts.get(i)).as(run.all()).isEqualTo(trace + " GET /front");
            assertThat(sent.get(i)).as(run.all()).matches("\\[00-" + trace + "-\\p{XDigit}{16}-0[13]]");
            assertThat(backs.get(i)).as(run.all()).isEqualTo(trace + " GET /back");
        }
        assertThat(run.after("context ")).contains("GET /back 2", "GET /front 2");
        assertThat(run.after("sim ")).as(run.all()).anyMatch(line -> line.matches("GET http://.*/back 2 0"))
                .anyMatch(line -> line.matches("GET http://.*/front 2 0")).contains("GET /back 2 0", "GET /front 2 0");
    }
}
