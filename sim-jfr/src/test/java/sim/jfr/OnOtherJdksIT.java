package sim.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.jfr.reader.ContextRecording;
import sim.jfr.reader.JoinedEvent;
import sim.testkit.Child;
import sim.testkit.Jdks;

/** Recordings made and read by this JDK and by a JDK 25, in all combinations. Without a JDK 25 its part says it was skipped. */
class OnOtherJdksIT {
    @TempDir
    Path folder;

    @Test
    void theProgramOfTheProposalOnThisJdk() throws Exception {
        assertBothSleepsAreInContext(record(Jdks.own(), "sim.jfr.RfcProgram"));
    }

    @Test
    void theProgramOfTheProposalOnJdk25() throws Exception {
        Path file = record(jdk25(), "sim.jfr.RfcProgram");
        assertBothSleepsAreInContext(file);
        assertTheToolPrintsBoth(file);
    }

    @Test
    void theToolOfJdk25PrintsContextsRecordedHere() throws Exception {
        jdk25();
        assertTheToolPrintsBoth(record(Jdks.own(), "sim.jfr.RfcProgram"));
    }

    @Test
    void theToolOfJdk25FindsTheSameContextsAsOursDo() throws Exception {
        jdk25();
        Path file = record(Jdks.own(), "sim.jfr.Busy");
        for (String type : List.of("jdk.ThreadSleep", "jdk.ThreadPark", "jdk.JavaMonitorWait", "jdk.JavaMonitorEnter",
                "jdk.ExecutionSample", "jdk.ObjectAllocationSample")) {
            long ours = Recorded.read(file, type).stream().filter(joined -> joined.context().containsKey("order"))
                    .count();
            String printed = print(file, type);
            // An execution sample names its thread in another field, which the tool does not look at.
            long theirs = printed.lines().filter(line -> line.contains("Context: Context.order = ")).count();
            assertThat(theirs).as(type).isEqualTo(type.equals("jdk.ExecutionSample") ? 0 : ours);
            assertThat(ours).as(type).isPositive();
        }
    }

    @Test
    void virtualThreadsOfJdk25AreFoundInTheContextsTheyWereIn() throws Exception {
        Path jdk = jdk25();
        Path file = folder.resolve("virtual.jfr");
        Child.Result run = Child.jvm(jdk, List.of(), "sim.jfr.RandomWork", file.toString(), "50", "2000", "4",
                "1",
                "virtual");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(RandomContextsTest.check(file)).isGreaterThan(15_000);
    }

    @Test
    void jdk25WritesASmallerRecording() throws Exception {
        Path file = record(jdk25(), "sim.jfr.Busy");
        Path smaller = folder.resolve("smaller.jfr");
        Child.Result run = Child.jvm(jdk25(), List.of(), "sim.jfr.Filter", file.toString(), smaller.toString(),
                "order=3");
        assertThat(run.exit()).as(run.all()).isZero();
        List<JoinedEvent> kept = Recorded.read(smaller);
        assertThat(kept).isNotEmpty().allSatisfy(joined -> assertThat(joined.context()).containsEntry("order", 3L));
        assertThat(kept).hasSize((int) Recorded.read(file).stream()
                .filter(joined -> Long.valueOf(3).equals(joined.context().get("order"))).count());
        assertThat(Recorded.read(smaller, "sim.Context")).hasSize(2);
        try (ContextRecording recording = ContextRecording.open(smaller)) {
            assertThat(recording.events()).isLessThan(kept.size() + 20);
        }
    }

    private Path record(Path jdk, String program) {
        Path file = folder.resolve(program + ".jfr");
        Child.Result run = Child.jvm(jdk, List.of(), program, file.toString());
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isEmpty();
        return file;
    }

    private static void assertBothSleepsAreInContext(Path file) {
        assertThat(Recorded.read(file, "jdk.ThreadSleep")).extracting(JoinedEvent::context)
                .containsExactly(Map.of("Key1", "Value1"), Map.of("Key1", "Value1"));
    }

    private static void assertTheToolPrintsBoth(Path file) {
        assertThat(print(file, "jdk.ThreadSleep").lines().map(String::strip)
                .filter(line -> line.equals("Context: Context.Key1 = \"Value1\""))).hasSize(2);
    }

    private static String print(Path file, String type) {
        Child.Result printed = Child.tool(jdk25(), "jfr", "print", "--events", type, file.toString());
        assertThat(printed.exit()).as(printed.all()).isZero();
        return printed.text();
    }

    private static Path jdk25() {
        Path jdk = Jdks.jdk25();
        assumeTrue(jdk != null, "there is no JDK 25; name one with -Dsim.jdk25 or JAVA_HOME_25");
        return jdk;
    }
}
