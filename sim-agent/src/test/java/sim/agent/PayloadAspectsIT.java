package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Payloads and splits by annotations and by aspects of every style, in a real JVM. */
class PayloadAspectsIT {
    private static final Path AOP = Path.of("src/test/resources/payloads-aop.xml").toAbsolutePath();

    @Test
    void callsAreDescribedByTemplatesAndAspects() {
        ChildJvm.Result run = new ChildJvm().agent("payload.record=all,aop=" + AOP).run(ChildJvm.CLASSES.toString(),
                "woven.Described");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.out()).filteredOn(line -> line.matches("(payload|object) .*")).as(run.all())
                .containsExactlyInAnyOrder("object none none 60 10", "object shop corner none 10 0",
                        "payload @Payload at Described.order > [even]: bill even of corner: 9 {bill 5 0",
                        "payload @Payload at Described.order > [even]: fail no even in woven.Described 5 5",
                        "payload @Payload at Described.order > [odd]: bill odd of corner: 8 {bill 5 0",
                        "payload @Payload at Described.order > [odd]: fail no odd in woven.Described 5 5",
                        "payload Loads at Described.kind > [a] > Described.kind > Described.load: Described.load 10 0",
                        "payload Loads at Described.kind > [a] > Described.load: Described.load 10 0",
                        "payload Loads at Described.load: Described.load 10 0",
                        "payload Loads at Described.order > [even] > Described.load: Described.load 5 0",
                        "payload Loads at Described.order > [odd] > Described.load: Described.load 5 0",
                        "payload Saves at -: save good  9 0", "payload Saves at -: save null  1 0");
        assertThat(run.err()).anyMatch(line -> line.contains("{nothing.there} does not exist"))
                .anyMatch(line -> line.contains("the hook describe of the aspect woven.Saves failed"))
                .anyMatch(line -> line.contains("the hook describe for Described.unreadable(..) of the aspect "
                        + "sim.instrumentation.aop.aspectj.AnnotationPayloadRecorder failed")
                        && line.contains(
                                "the template 'of {of.nothing}': java.lang.NoSuchFieldException: woven.Described"))
                .anyMatch(line -> line.contains("the hook describe for Described.failing(..)")
                        && line.contains(
                                "the template 'fails {0.broken}': java.lang.IllegalStateException: no description"));
        for (String none : new String[]{"payloads.unmatched", "payloads.lost", "payloads.cut", "splits.lost",
                "splits.unmatched", "payload.failures", "weaving.failed"}) {
            assertThat(run.after("counter " + none + " ")).as(none).isEqualTo("0");
        }
    }
}
