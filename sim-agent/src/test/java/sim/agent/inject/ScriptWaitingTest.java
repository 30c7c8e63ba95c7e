package sim.agent.inject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import sim.metrics.weaving.WeavingReport;
import sim.model.payload.ScriptRequest;

class ScriptWaitingTest {
    @Test
    void whatFindsNoRoomToWaitIsSaid() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Script.WORKER.execute(() -> {
            try {
                end.await();
            } catch (InterruptedException nobodyDoes) {
                Thread.currentThread().interrupt();
            }
        });
        try {
            while (Script.WORKER.getQueue().remainingCapacity() > 0) {
                Script.WORKER.execute(() -> {});
            }
            Script script = Script.of("Lengths", "java.lang.String.length()", "target", false);
            long before = failed();
            script.place(script.interception(), new Site(String.class, "length", null), String.class,
                    MethodHandles.lookup(),
                    "()I", null);
            assertThat(failed()).isEqualTo(before + 1);

            ScriptTelemetry telemetry = ScriptTelemetry.of("1", "", new ScriptRequest.Telemetry("", "", 0, false),
                    name -> null);
            assertThatThrownBy(telemetry::call).isInstanceOf(RejectedExecutionException.class);
        } finally {
            end.countDown();
        }
    }

    private static long failed() {
        Map<String, Long> counters = new TreeMap<>();
        WeavingReport.ofJvm().count(counters);
        return counters.getOrDefault("weaving.failed.probe", 0L);
    }
}
