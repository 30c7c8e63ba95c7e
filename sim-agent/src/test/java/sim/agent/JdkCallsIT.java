package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Injected probes that name methods of the JDK: its classes are not changed, the calls in woven code are intercepted. */
class JdkCallsIT {
    private static final String CLASSES = ChildJvm.CLASSES.toString();

    @Test
    void everyCallOfFilesSocketsAndProcessesIsRecordedAndTheProgramDoesTheSame() {
        ChildJvm.Result bare = new ChildJvm().agent("").run(CLASSES, "woven.JdkCalls");
        ChildJvm.Result run = new ChildJvm().agent("payload.probes=woven.JdkProbe,payload.record=Jdk")
                .run(CLASSES, "woven.JdkCalls");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.after("did ")).isNotNull().isEqualTo(bare.after("did "));
        String at = "payload Jdk at JdkCalls.";
        assertThat(run.out()).filteredOn(line -> line.startsWith("payload ")).as(run.all())
                .containsExactlyInAnyOrder(at + "files: write 10 3 0", at + "files: write 20 3 0",
                        at + "files: write 40 3 0", at + "files: size 100 3 0", at + "files: open calls.bin 3 0",
                        at + "files: read 100 of the JDK's 3 0", at + "files: read 5 of its own 3 0",
                        at + "files: read 6 of its own 3 0", at + "missing: open none 3 3",
                        at + "sockets: connect true 6 3", at + "sockets: read 3 of the JDK's 3 0",
                        at + "processes: start java 3 0");
        assertThat(run.out()).contains("object a file none 6 0", "object none none 30 6");
        for (String none : new String[]{"payloads.unmatched", "payloads.lost", "payloads.cut", "payload.failures",
                "payloads.handlers.failed", "metering.failures", "weaving.failed.verify"}) {
            assertThat(run.after("counter " + none + " ")).as(none).isIn("0", null);
        }
        assertThat(run.after("counter weaving.failed.probe ")).isEqualTo("4");
        assertThat(run.err()).anyMatch(
                line -> line
                        .contains("JdkProbe.isAbstract: java.io.Closeable.close() is abstract: ask for those of its"))
                .anyMatch(line -> line
                        .contains("JdkProbe.asksItsCaller: java.lang.reflect.Method.invoke(..) asks who calls"))
                .anyMatch(line -> line.contains("JdkProbe.hidden: java.util.ArrayList.grow() is neither public nor"))
                .anyMatch(line -> line.contains("JdkProbe.notThere: java.lang.ProcessBuilder.stop() is not there"))
                .anyMatch(line -> line.contains("java.lang.ProcessBuilder.start() is of the JDK, which is not woven:"));
    }

    @Test
    void aCallOnNullThrowsWhatItThrewAndTracesAreTheSame() {
        ChildJvm.Result bare = new ChildJvm().agent("").run(CLASSES, "woven.Nulls");
        ChildJvm.Result run = new ChildJvm().agent("payload.probes=woven.NullsProbe,payload.record=Nulls")
                .run(CLASSES, "woven.Nulls");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(saw(run)).as(run.all()).isEqualTo(saw(bare)).hasSizeGreaterThan(100)
                .anyMatch(line -> line
                        .startsWith("saw Cannot invoke \"java.util.Map.get(Object)\" because \"this.sizes"));
        assertThat(run.err()).filteredOn(line -> line.contains("NullsProbe.count threw")).as(run.all())
                .singleElement().asString().contains("threw woven.NullsProbe$Told; the application continues");
        assertThat(run.err()).anyMatch(line -> line
                .contains("NullsProbe.filled: java.lang.Throwable.fillInStackTrace() and subtypes asks who calls"));
        assertThat(run.out()).filteredOn(line -> line.startsWith("payload ")).as(run.all())
                .containsExactlyInAnyOrder("payload Nulls at Nulls.read: read 3 0",
                        "payload Nulls at Nulls.into: read 6 0", "payload Nulls at Nulls.size: get 6 0",
                        "payload Nulls at Nulls.offer: offer 3 0", "payload Nulls at -: read 6 0",
                        "payload Nulls at Nulls.caught: read 3 0", "payload Nulls at -: filled 3 0");
        assertThat(run.after("counter payloads.handlers.failed ")).isEqualTo("3");
        for (String none : new String[]{"payload.failures", "metering.failures", "weaving.failed.verify"}) {
            assertThat(run.after("counter " + none + " ")).as(none).isIn("0", null);
        }
    }

    private static List<String> saw(ChildJvm.Result run) {
        return run.out().stream().filter(line -> line.startsWith("saw ")).toList();
    }
}
