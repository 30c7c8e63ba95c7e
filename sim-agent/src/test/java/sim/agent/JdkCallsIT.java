package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

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
        assertThat(run.after("counter weaving.failed.probe ")).isEqualTo("3");
        assertThat(run.err()).anyMatch(
                line -> line
                        .contains("JdkProbe.isAbstract: java.io.Closeable.close() is abstract: ask for those of its"))
                .anyMatch(line -> line
                        .contains("JdkProbe.asksItsCaller: java.lang.reflect.Method.invoke(..) asks which class"))
                .anyMatch(line -> line.contains("JdkProbe.notThere: java.lang.ProcessBuilder.stop() is not there"))
                .anyMatch(line -> line.contains("java.lang.ProcessBuilder.start() is of the JDK, which is not woven:"));
    }
}
