package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Injected probes in a real JVM: what is recorded, where it stands, and what cannot be had. */
class InjectedIT {
    private static final String SAVED = "woven.Store$Disk.save 2*8589934592=17179869184";
    private static final String CLASSES = ChildJvm.CLASSES.toString();

    @Test
    void everyHandlerIsCalledWhereItWasAskedFor() {
        ChildJvm.Result bare = new ChildJvm().agent("").run(CLASSES, "woven.Injectable");
        ChildJvm.Result run = new ChildJvm().agent(
                "payload.probes=woven.StoreProbe,payload.record=Store,payload.events=true")
                .run(CLASSES, "woven.Injectable");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.after("did ")).isNotNull().isEqualTo(bare.after("did "));
        assertThat(run.out()).filteredOn(line -> line.matches("(payload|object|event) .*")).as(run.all())
                .containsExactlyInAnyOrderElementsOf(expected());
        assertThat(run.after("probe ")).contains("name=Store", "payloads=true, splits=true, objects=true",
                "EventType[name=READ, colour=52224]", "telemetry=Searches, line=found");
        assertThat(run.after("counter payloads.handlers.failed ")).isEqualTo("30");
        assertThat(run.after("counter weaving.failed.probe ")).isEqualTo("3");
        for (String none : new String[]{"payloads.unmatched", "payloads.lost", "payloads.cut", "splits.lost",
                "splits.unmatched", "payload.failures", "metering.failures"}) {
            assertThat(run.after("counter " + none + " ")).as(none).isEqualTo("0");
        }
        assertThat(run.err()).filteredOn(line -> line.contains("payload probe")).as(run.all())
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line).contains("StoreProbe: tooMany is left out: @Parameter(3) is none of"),
                        line -> assertThat(line).contains("java.util.ArrayList.clear() is of the JDK, which is not"),
                        line -> assertThat(line).contains("java.util.ArrayList.clear() was called by no woven code"),
                        line -> assertThat(line).contains("woven.Store$Disk.sync is native"),
                        line -> assertThat(line)
                                .contains("woven.Store$Disk.gone(): there is no such method in the class"),
                        line -> assertThat(line)
                                .contains(
                                        "handler woven.StoreProbe.broken threw java.lang.IllegalStateException: handler 2.5"));
    }

    @Test
    void aProbeThatIsNotThereIsSaidAndTheProgramRuns() {
        ChildJvm.Result run = new ChildJvm().agent("payload.probes=woven.NoProbe+woven.Store").run(CLASSES,
                "woven.Injectable");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.err()).anyMatch(line -> line.contains("woven.NoProbe: there is no such class"))
                .anyMatch(line -> line.contains("woven.Store: is no probe"));
    }

    /** Nothing inside the handler of a recursive call, one payload for a pool's call and the driver's, null is none. */
    private static List<String> expected() {
        List<String> all = new ArrayList<>(List.of("event OPEN the first 1 0", "event CLOSE the first 1 0",
                "object the first READ 30 0", "object the first WRITE 30 0", "object unopened second READ 60 30",
                "object none none 30 0", "event PAYLOAD find deep 30 0", "event PAYLOAD find shared 30 0",
                "event PAYLOAD find bad 30 0", "event PAYLOAD scanned 0 30 0", "event PAYLOAD " + SAVED + " 30 0"));
        for (String split : new String[]{"", " > [/order]", " > [/stock]"}) {
            String handled = "payload Store at Injectable$Service.handle" + split;
            String queried = handled + " > Injectable$Service.query: find ";
            all.addAll(List.of(handled + ": scanned 0 10 0", handled + ": " + SAVED + " 10 0", queried + "deep 10 0",
                    queried + "shared 10 0", queried + "bad 10 10"));
        }
        return all;
    }

    @Test
    void aCallOfAStringThatWasMetBeforeAllocatesNothing() {
        for (String recorded : new String[]{"", ",payload.record=Cost"}) {
            ChildJvm.Result run = new ChildJvm().usual().agent("payload.probes=woven.CostProbe" + recorded).run(CLASSES,
                    "woven.Cost");
            assertThat(run.exit()).as(run.all()).isZero();
            assertThat(run.after("bytes ")).as(run.all()).isEqualTo("0");
            assertThat(run.out()).filteredOn(line -> line.startsWith("payload Cost at ")).as(run.all())
                    .hasSize(recorded.isEmpty() ? 0 : 5);
        }
    }
}
