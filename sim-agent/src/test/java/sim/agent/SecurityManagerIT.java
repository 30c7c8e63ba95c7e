package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs with a SecurityManager, of their own or by the command line, as JDKs before 24 have it. */
class SecurityManagerIT {
    private static final String UNSHIPPED = "sim: the last measurements could not be shipped: ";

    @TempDir
    Path folder;

    @BeforeEach
    void thereIsOne() {
        assumeTrue(Runtime.version().feature() < 24, "this JDK has no SecurityManager");
    }

    /** Before, the program's handler was asked about {@code sim-exit}, and no line said what was lost. */
    @Test
    void onThatRefusesAllOfSimsSeesNothingOfItAndTheLossIsSaidOnce() {
        ChildJvm.Result run = new ChildJvm().flag("-Djava.security.manager=allow")
                .agent("packages=woven.guarded,server=127.0.0.1:1,interval=100ms,exit.flush=1s")
                .run(ChildJvm.CLASSES.toString(), "woven.Guarded");
        assertThat(run.exit()).as(run.all()).isEqualTo(7);
        assertThat(run.out()).containsExactly("sum 1001000");
        assertThat(run.err()).as(run.all()).filteredOn(line -> line.startsWith(UNSHIPPED)).singleElement().asString()
                .startsWith(UNSHIPPED).containsPattern(": [0-9]+ calls").doesNotContain("could not be counted");
    }

    /** Before, reading how a thread was blocked asked the manager, whose probe read that again: the stack overflowed in the program's classes. */
    @Test
    void onesThatAreMeteredThemselvesDoNotAskWithoutAnEnd() {
        ChildJvm.Result run = new ChildJvm().flag("-Djava.security.manager=allow")
                .agent("packages=woven,server=none,hotspot.enabled=false")
                .run(ChildJvm.CLASSES.toString(), "woven.Managed");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.out()).as(run.all()).containsExactly("late 4, no such class, proxy, sum 500500, 1000 checks");
        assertThat(run.err()).as(run.all()).noneMatch(line -> line.contains("ASSERTION") || line.contains("Overflow"));
    }

    /** Before, both were 0 and nobody said why. */
    @Test
    void thatBlockingAndWaitingAreNotReadMeanwhileIsALine() {
        ChildJvm.Result run = new ChildJvm().flag("-Djava.security.manager=allow")
                .agent("packages=woven,server=127.0.0.1:1,interval=100ms,exit.flush=1s,hotspot.enabled=false")
                .run(ChildJvm.CLASSES.toString(), "woven.Managed");
        assertThat(run.exit()).as(run.all()).isZero();
        List<String> said = said(run);
        assertThat(said).as(run.all()).hasSizeLessThanOrEqualTo(5).filteredOn(line -> line.contains("SecurityManager"))
                .singleElement().asString().hasSizeLessThanOrEqualTo(160)
                .contains("blocking and waiting are not read", "Use java.lang.SecurityManager with a policy");
    }

    @Test
    void ofTheCommandLineIsNamedWithWhatToAdd() {
        ChildJvm.Result run = plain("-Djava.security.manager");
        assertThat(said(run)).as(run.all()).singleElement().asString()
                .contains("the application runs unmetered", "grant { permission java.security.AllPermission; }");
    }

    @Test
    void withThatAddedThePackagesAreMetered() throws Exception {
        Path policy = Files.writeString(folder.resolve("policy"),
                "grant { permission java.security.AllPermission; };");
        ChildJvm.Result run = plain("-Djava.security.manager", "-Djava.security.policy==" + policy);
        assertThat(said(run)).as(run.all()).noneMatch(line -> line.contains("unmetered"))
                .noneMatch(line -> line.contains("no method is metered"));
    }

    private static List<String> said(ChildJvm.Result run) {
        return run.err().stream().filter(line -> line.startsWith("sim: ")).toList();
    }

    private static ChildJvm.Result plain(String... flags) {
        ChildJvm jvm = new ChildJvm();
        List.of(flags).forEach(jvm::flag);
        ChildJvm.Result run = jvm.agent("packages=woven").run(ChildJvm.CLASSES.toString(), "woven.Plain");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.out()).as(run.all()).containsExactly("sum 42");
        return run;
    }
}
