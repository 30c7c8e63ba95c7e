package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sim.testkit.Jdks;

/** Into a JVM that runs already, and out of it again. */
class AttachIT {
    private static final Path JDK = Path.of(System.getProperty("java.home"));
    private static final int TIMES = 1_000;

    static Stream<Path> jdks() throws Exception {
        return Stream.of(JDK, Jdks.withVirtualThreads())
                .filter(each -> each != null)
                .distinct();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void whatIsLoadedAlreadyIsMeteredUntilItIsDetached(Path jdk) throws Exception {
        try (RunningJvm jvm = new RunningJvm(jdk)) {
            List<String> before = jvm.tell("work " + TIMES);
            RunningJvm.Command attached = RunningJvm.command("attach", jvm.pid(), "application=running,interval=10m");
            assertThat(attached.exit()).as(attached.lines().toString()).isZero();
            assertThat(attached.lines()).first().asString().startsWith("metered: 7 methods of 2 loaded classes");
            jvm.look();
            assertThat(jvm.tell("probed woven.Running$Loaded")).containsExactly("probed woven.Running$Loaded true");
            assertThat(jvm.tell("probed java.lang.ClassLoader")).containsExactly("probed java.lang.ClassLoader true");
            assertThat(jvm.tell("work " + TIMES)).isEqualTo(before);
            assertThat(jvm.tell("later")).containsExactly("later 42");
            List<String> report = jvm.tell("report");
            assertThat(report).contains("count woven.Running$Loaded.twice " + TIMES + " errors 0",
                    "count woven.Running$Loaded.wide " + TIMES + " errors 0",
                    "count woven.Running$Loaded.fails " + TIMES + " errors " + TIMES,
                    "count woven.Running$Loaded.<init> " + 3 * TIMES + " errors 0",
                    "count woven.Running$Derived.<init> " + TIMES + " errors 0",
                    "count woven.Running$Later.answer 1 errors 0", "counter probes.healed 0",
                    "counter probes.unmatched 0", "counter metering.failures 0", "counter weaving.failed 0");

            RunningJvm.Command detached = RunningJvm.command("detach", jvm.pid());
            assertThat(detached.exit()).as(detached.lines().toString()).isZero();
            assertThat(detached.lines()).first().isEqualTo("3 classes are restored");
            for (String each : new String[]{"woven.Running$Loaded", "woven.Running$Derived", "woven.Running$Later",
                    "java.lang.ClassLoader"}) {
                assertThat(jvm.tell("probed " + each)).containsExactly("probed " + each + " false");
            }
            assertThat(jvm.tell("threads")).containsExactly("threads []");
            assertThat(jvm.tell("work " + TIMES)).isEqualTo(before);
            assertThat(jvm.tell("report")).noneMatch(line -> line.startsWith("count woven."));

            assertThat(RunningJvm.command("attach", jvm.pid(), "application=again").exit()).isZero();
            jvm.tell("work 10");
            assertThat(jvm.tell("report")).contains("count woven.Running$Loaded.twice 10 errors 0");
            assertThat(jvm.complaints()).allMatch(line -> line.startsWith("sim: "));
            assertThat(jvm.end()).isZero();
        }
    }

    /** A JVM refuses a whole batch of them if one class gets a method more or less than it has. */
    @ParameterizedTest
    @MethodSource("jdks")
    void otherAgentsMayChangeClassLoaders(Path jdk) throws Exception {
        try (RunningJvm jvm = new RunningJvm(jdk)) {
            jvm.tell("load woven.Secluded$Module");
            assertThat(RunningJvm.command("attach", jvm.pid(), "application=running").exit()).isZero();
            jvm.look();
            jvm.tell("load woven.Running$Finding");
            othersChangeLoaders(jvm);
            for (String loader : new String[]{"woven.Secluded$Module", "woven.Running$Finding"}) {
                jvm.tell("redefine " + loader);
            }
            othersChangeLoaders(jvm);
            assertThat(RunningJvm.command("detach", jvm.pid()).exit()).isZero();
            othersChangeLoaders(jvm);
            assertThat(RunningJvm.command("attach", jvm.pid(), "application=again").exit()).isZero();
            othersChangeLoaders(jvm);
            assertThat(jvm.complaints()).allMatch(line -> line.startsWith("sim: "));
            assertThat(jvm.end()).isZero();
        }
    }

    /** The first was loaded before SIM came, the second while it was there. */
    private static void othersChangeLoaders(RunningJvm jvm) throws IOException {
        assertThat(jvm.tell("probing woven.Secluded$Module")).containsExactly("probing []");
        assertThat(jvm.tell("probing woven.Running$Finding")).containsExactly("probing [loadClass]");
    }

    @Test
    void whereNamesTellTheWeaverIsNotAsked(@TempDir Path folder) throws Exception {
        Path aop = Files.writeString(folder.resolve("aop.xml"), "<aspectj><aspects><concrete-aspect name=\"a.B\""
                + " extends=\"sim.instrumentation.aop.aspectj.AbstractMethodInterceptor\"><pointcut"
                + " name=\"methodsToInstrument\" expression=\"execution(* woven..*.work(..))\"/>"
                + "</concrete-aspect></aspects></aspectj>");
        try (RunningJvm jvm = new RunningJvm(JDK)) {
            RunningJvm.Command attached = RunningJvm.command("attach", jvm.pid(), "application=running,aop=" + aop);
            assertThat(attached.exit()).as(attached.lines().toString()).isZero();
            jvm.tell("work 1");
            // the weaver is given Loaded and Derived for their annotations, and Report, which mentions types of SIM's
            assertThat(jvm.tell("report")).contains("count woven.Running.work 1 errors 0",
                    "count woven.Running$Loaded.twice 1 errors 0", "counter weaving.given 3",
                    "counter weaving.woven 3", "counter weaving.failed 0");
            assertThat(RunningJvm.command("detach", jvm.pid()).exit()).isZero();

            RunningJvm.Command again = RunningJvm.command("attach", jvm.pid(), "application=again,aop=" + aop);
            assertThat(again.lines()).as("Report is loaded now").first().asString()
                    .startsWith("metered: 8 methods of 3 loaded classes");
            jvm.tell("work 1");
            assertThat(jvm.tell("report")).contains("count woven.Running.work 1 errors 0",
                    "count woven.Running$Loaded.twice 1 errors 0", "counter weaving.failed 0");
            assertThat(jvm.end()).isZero();
        }
    }

    /** The configuration for packages is written anew at each start, and the weaver is given it once. */
    @Test
    void packagesAreMeteredAgainWhenAttachedAgain() throws Exception {
        try (RunningJvm jvm = new RunningJvm(JDK)) {
            for (int round = 0; round < 2; round++) {
                assertThat(RunningJvm.command("attach", jvm.pid(), "application=running,packages=woven").exit())
                        .isZero();
                jvm.tell("work 1");
                assertThat(jvm.tell("report")).contains("count woven.Running.work 1 errors 0",
                        "counter weaving.failed 0");
                assertThat(RunningJvm.command("detach", jvm.pid()).exit()).isZero();
            }
            refused(RunningJvm.command("attach", jvm.pid(), "packages=another"),
                    "packages=another comes too late: in this JVM the weaver has read a configuration for 'woven'");
            assertThat(jvm.end()).isZero();
        }
    }

    @Test
    void aProcessThatHasEndedIsSaidToBeNone() throws Exception {
        Process brief = new ProcessBuilder(JDK.resolve("bin/java").toString(), "-version").redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        brief.waitFor();
        for (String pid : new String[]{Long.toString(brief.pid()), "99999999999999999999"}) {
            RunningJvm.Command attach = RunningJvm.command("attach", pid, "application=running");
            assertThat(attach.exit()).isEqualTo(1);
            assertThat(attach.lines()).first().asString()

                    .contains("process " + pid + " cannot be attached to: there is no such process (any more)");
        }
    }

    @Test
    void aProcessThatHasEndedAndThatNobodyHasWaitedForIsSaidToBeNone() throws Exception {
        Path stat = Path.of("/proc/self/stat");
        assumeThat(stat).exists();
        // The shell starts a process, becomes another program, and so never waits for it. The process ends only once
        // the shell is that other program: a shell waits for what has ended before.
        Process parent = new ProcessBuilder("sh", "-c", "exec 3<&0; sh -c 'read end <&3' & echo $!; exec sleep 60")
                .start();
        try {
            String pid = parent.inputReader().readLine();
            Path program = Path.of("/proc", Long.toString(parent.pid()), "comm");
            await().until(() -> Files.readString(program).equals("sleep\n"));
            parent.getOutputStream().close();
            await().until(() -> Files.readString(Path.of("/proc", pid, "stat")).contains(") Z "));
            assertThat(RunningJvm.command("attach", pid, "application=running").lines()).first().asString()
                    .contains("process " + pid + " cannot be attached to: there is no such process (any more)");
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test
    void whatItCannotDoIsSaid() throws Exception {
        try (RunningJvm jvm = new RunningJvm(JDK)) {
            jvm.tell("context");
            refused(RunningJvm.command("attach", jvm.pid(), "meters=nonsense"), "meters=nonsense");
            refused(RunningJvm.command("attach", jvm.pid(), "aop=another.xml"), "another.xml cannot be read");
            refused(RunningJvm.command("attach", jvm.pid(), "payload.probes.path=/nowhere.jar"),
                    "payload.probes.path=/nowhere.jar cannot be read");
            RunningJvm.Command attached = RunningJvm.command("attach", jvm.pid(), "application=running");
            assertThat(attached.exit()).as(attached.lines().toString()).isZero();
            assertThat(attached.lines()).anyMatch(line -> line.startsWith(
                    "not reached (attached): woven.Running$Contextual: run has advice that needs the agent from the start"));
            jvm.tell("context");
            assertThat(jvm.tell("report")).contains("count woven.Running$Contextual.run 1 errors 0");

            refused(RunningJvm.command("attach", jvm.pid(), "application=running"), "attached to this JVM already");
            assertThat(RunningJvm.command("detach", jvm.pid()).exit()).isZero();
            refused(RunningJvm.command("detach", jvm.pid()), "not attached");
            refused(RunningJvm.command("attach", jvm.pid(), "aop=another.xml"), "another.xml comes too late");
            refused(RunningJvm.command("attach", jvm.pid(), "jfr.stream=true"), "need the agent from the start");
            assertThat(jvm.end()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void aJvmThatForbidsItIsLeftAlone(Path jdk) throws Exception {
        for (String flag : new String[]{"-XX:+DisableAttachMechanism", "-XX:-EnableDynamicAgentLoading"}) {
            try (RunningJvm jvm = new RunningJvm(jdk, flag)) {
                refused(RunningJvm.command("attach", jvm.pid(), "application=running"), "-javaagent");
                jvm.tell("work 1");
                assertThat(jvm.complaints()).isEmpty();
                assertThat(jvm.end()).isZero();
            }
        }
    }

    @Test
    void aJvmThatHasTheAgentNeedsNoOther() throws Exception {
        try (RunningJvm jvm = new RunningJvm(JDK, "-javaagent:" + ChildJvm.AGENT)) {
            refused(RunningJvm.command("attach", jvm.pid(), "application=running"), "meters it already");
            assertThat(jvm.end()).isZero();
        }
    }

    @Test
    void aWrongProcessIsNamed() throws Exception {
        refused(RunningJvm.command("attach", "999999999"), "process 999999999 cannot be attached to");
        refused(RunningJvm.command("attach", "shop"), "usage: attach PID");
    }

    @Test
    void helpIsNoMistake() throws Exception {
        for (String command : new String[]{"attach", "detach", "script", "weave"}) {
            RunningJvm.Command help = RunningJvm.command(command, "--help");
            assertThat(help.exit()).as(command).isZero();
            assertThat(help.lines()).as(command).first().asString().startsWith("usage: " + command);
            assertThat(help.lines()).as("no list of processes").hasSizeGreaterThan(2)
                    .noneMatch(line -> line.matches(" +\\d+ .*"));
        }
    }

    @Test
    void withoutArgumentsAttachListsTheJvms() throws Exception {
        try (RunningJvm jvm = new RunningJvm(JDK)) {
            RunningJvm.Command listed = RunningJvm.command("attach");
            assertThat(listed.exit()).as("a list is no mistake").isZero();
            assertThat(listed.lines()).allMatch(line -> line.matches(" +\\d+ .*"))
                    .anyMatch(line -> line.strip().startsWith(jvm.pid() + " "));
            assertThat(jvm.end()).isZero();
        }
    }

    /** They may hold passwords. */
    @Test
    void theListOfProcessesLeavesOutTheirArguments() throws Exception {
        try (RunningJvm jvm = new RunningJvm(JDK)) {
            RunningJvm.Command listed = RunningJvm.command("attach", "shop");
            assertThat(listed.lines()).anyMatch(line -> line.strip().startsWith(jvm.pid() + " "))
                    .allMatch(line -> line.startsWith("sim: ") || line.strip().split(" +").length <= 2);
        }
    }

    private static void refused(RunningJvm.Command command, String why) {
        assertThat(command.exit()).as(command.lines().toString()).isEqualTo(1);
        assertThat(command.lines()).first().asString().startsWith("sim: ").contains(why);
    }
}
