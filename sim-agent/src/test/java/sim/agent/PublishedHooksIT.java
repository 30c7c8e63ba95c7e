package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A program with the published hooks is seen by one line of aop.xml, and without it runs as ever. */
class PublishedHooksIT {
    private static final String CLASSES = ChildJvm.CLASSES.toString();

    @Test
    void payloadsSplitsObjectsTypesAndTelemetriesAreThoseOfTheHooks() {
        Path aop = Path.of("src/test/resources/published-hooks-aop.xml").toAbsolutePath();
        ChildJvm.Result run = new ChildJvm().agent("payload.record=all,payload.events=true,aop=" + aop).run(
                CLASSES,
                "woven.Published");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.out()).filteredOn(line -> line.matches("(payload|object|event) .*")).as(run.all())
                .containsExactlyInAnyOrder("event OPEN connection a 1 0", "event CLOSE connection a 1 0",
                        "event PAYLOAD get 10 0", "event PAYLOAD flush 1 0", "event PAYLOAD /page 10 0",
                        "object connection a READ 10 0", "object none none 11 0",
                        "payload Cache at -: flush 1 0",
                        "payload Cache at Published.handle > [/page] > Published.read: get 10 0",
                        "payload Paths at Published.handle: /page 10 0");
        assertThat(run.out()).anyMatch(line -> line.startsWith("probe ") && line.contains("name=Cache")
                && line.contains("EventType[name=READ, colour=204]")
                && line.contains(
                        "Line[telemetry=Hits, line=, unit=PERCENT, scale=1, stacked=false, consolidation=MEAN]"));
        for (String none : new String[]{"payloads.unmatched", "payloads.lost", "payloads.types.foreign",
                "payloads.handlers.failed", "payload.failures", "weaving.failed"}) {
            assertThat(run.after("counter " + none + " ")).as(none).isEqualTo("0");
        }
    }

    /** Each loader has hooks and probes of its own; what is recorded is what the controller says. */
    @Test
    void hooksInLoadersOfTheirOwnAreRecordedByTheController() {
        Path aop = Path.of("src/test/resources/published-hooks-aop.xml").toAbsolutePath();
        ChildJvm.Result run = new ChildJvm().agent("aop=" + aop).run(CLASSES, "woven.PublishedTwice");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.out()).filteredOn(line -> line.matches("(payload|object|event|one|all|none)( .*)?"))
                .as(run.all())
                .containsExactly("one by its class", "object connection a READ 10 0", "object none none 1 0",
                        "payload Cache at -: flush 1 0",
                        "payload Cache at Published.handle > Published.read: get 10 0", "all",
                        "event CLOSE connection a 1 0", "event OPEN connection a 1 0", "event PAYLOAD /page 10 0",
                        "event PAYLOAD flush 1 0", "event PAYLOAD get 10 0", "object connection a READ 10 0",
                        "object none none 11 0", "payload Cache at -: flush 1 0",
                        "payload Cache at Published.handle > [/page] > Published.read: get 10 0",
                        "payload Paths at Published.handle: /page 10 0", "none");
        for (String none : new String[]{"payloads.unmatched", "splits.unmatched", "payloads.types.foreign",
                "payload.failures", "weaving.failed"}) {
            assertThat(run.after("counter " + none + " ")).as(none).isEqualTo("0");
        }
    }

    @Test
    void withoutThatLineNothingHappens() {
        ChildJvm.Result run = new ChildJvm().agent("payload.record=all").run(CLASSES, "woven.Published");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.out()).noneMatch(line -> line.startsWith("payload "));
    }
}
