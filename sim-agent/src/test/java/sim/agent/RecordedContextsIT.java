package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.jfr.reader.ContextRecording;
import sim.jfr.reader.Selection;

/** Recording contexts and flow contexts under the agent: together over a pool, together on a flight recording. */
class RecordedContextsIT {
    private static final int ORDERS = 1000;
    private static final String AOP = "application=orders,aop=" + ChildJvm.CLASSES.resolve("hand-over-aop.xml");

    @TempDir
    Path folder;

    @Test
    void everyEventIsInTheFlowContextAndTheRecordingContextItsTaskWasSubmittedIn() throws Exception {
        Path file = folder.resolve("orders.jfr");
        ChildJvm.Result run = run(file, ",jfr.contexts=true");
        Map<String, Integer> seen = new TreeMap<>();
        Map<Long, Object> ids = new HashMap<>();
        forEachStep(file, (order, stage, context) -> {
            seen.merge(stage, 1, Integer::sum);
            if (order < 0) {
                assertThat(context).as("between the orders").isEmpty();
                return;
            }
            assertThat(context).as("order " + order).containsEntry("tenant", order % 7);
            Object id = context.get("context.id");
            if (stage.equals("sent")) {
                assertThat(context).containsEntry("context", "send");
                assertThat(id).isNotEqualTo(ids.get(order));
            } else {
                assertThat(context).containsEntry("context", "order").containsEntry("context.tag", "shop");
                assertThat(id.toString()).hasSize(16).isEqualTo(ids.computeIfAbsent(order, any -> id));
            }
            // A stay has the values of its end: on the pool the price may not be known then.
            assertThat(context).containsEntry("number", order);
            if (stage.equals("accepted")) {
                assertThat(context).containsEntry("price", order * 2.5);
            }
        });
        assertThat(seen).isEqualTo(
                Map.of("accepted", ORDERS, "handed over", ORDERS, "packed", ORDERS, "sent", ORDERS, "between", ORDERS));
        assertThat(run.after("counter contexts.healed ")).isEqualTo("100");
        assertThat(run.after("recording contexts.healed ")).isEqualTo("100");
        assertThat(run.after("recording failures ")).isEqualTo("0");
        assertThat(run.after("counter metering.failures ")).isEqualTo("0");
    }

    @Test
    void recordingContextsTravelEvenWhereFlowContextsAreNotRecorded() throws Exception {
        Path file = folder.resolve("tenants.jfr");
        ChildJvm.Result run = run(file, "");
        int[] seen = {0};
        forEachStep(file, (order, stage, context) -> {
            seen[0]++;
            assertThat(context).isEqualTo(order < 0 ? Map.of() : Map.of("tenant", order % 7));
        });
        assertThat(seen[0]).isEqualTo(5 * ORDERS);
        assertThat(run.after("recording failures ")).isEqualTo("0");
        assertThat(run.after("counter metering.failures ")).isEqualTo("0");
    }

    private interface Check {
        void step(long order, String stage, Map<String, Object> context);
    }

    private static void forEachStep(Path file, Check check) throws Exception {
        try (ContextRecording recording = ContextRecording.open(file)) {
            recording.forEach(new Selection(List.of("test.Step"), List.of(), true),
                    joined -> check.step(joined.event().getLong("order"), joined.event().getString("stage"),
                            joined.context()));
        }
    }

    private static ChildJvm.Result run(Path file, String options) {
        ChildJvm.Result run = new ChildJvm().agent(AOP + options).run(ChildJvm.CLASSES.toString(),
                "woven.RecordedOrders", file.toString(), Integer.toString(ORDERS));
        assertThat(run.exit()).as(run.all()).isZero();
        return run;
    }
}
