package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static sim.agent.ScriptIT.refused;
import static sim.agent.ScriptIT.script;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import sim.testkit.Jdks;

/** Scripts in a Java without a compiler: that of a jar does, and without one everything else is as it was. */
class OtherCompilerIT {
    private static final Path OWN = Path.of(System.getProperty("java.home"));
    private static final String LOADED = "woven.Running$Loaded";
    /** What the program, the agent, its weaver and attaching need. */
    private static final String MODULES = "java.base,java.instrument,java.logging,java.management,java.naming,java.sql,"
            + "java.xml,jdk.attach,jdk.jfr,jdk.unsupported,jdk.management";
    private static final String NAMED = "-Dsim.payload.scripts.compiler=";

    @Test
    @Timeout(240)
    void aJarsCompilerDoesWhatTheJdksDoes() throws Exception {
        for (Path home : homes()) {
            try (RunningJvm jvm = jvm(home, MODULES + ",java.compiler",
                    NAMED + ChildJvm.library("ecj"), "-Dsim.payload.record=Set",
                    "-Dsim.payload.script.Set.pointcut=execution(* woven.Running$Later.answer())",
                    "-Dsim.payload.script.Set.expression=\"later \" + result")) {
                List<String> before = jvm.tell("work 10");
                List<String> told = jvm.tell("payloads");
                while (told.stream().noneMatch(line -> line.startsWith("payload Set at Running$Later.answer: later"))) {
                    assertThat(jvm.tell("later")).containsExactly("later 42"); // until it is compiled
                    assertThat(complaints(jvm)).isEmpty();
                    told = jvm.tell("payloads");
                }
                refused(jvm, "line 1, column 11: timess cannot be resolved", "Wrong", LOADED + ".twice(int)",
                        "\"t\" + 1 + timess");
                refused(jvm, "line 2, column 3: ", "Wrong", LOADED + ".twice(int)", "1 +\n  none()");
                refused(jvm, "an array of several dimensions", "Wide", LOADED + ".twice(int)", "new int[2][times]");
                script(jvm, "Twice", LOADED + ".twice(int)", "\"twice \" + times % 2 + $0 / 100 + target.value");
                script(jvm, "Lambda", LOADED + ".fails(int)",
                        "java.util.stream.IntStream.range(0, 3).map(i -> i + 1).sum() + error.getMessage().length()");
                script(jvm, "Endless", LOADED + ".supplied()",
                        "java.util.stream.Stream.iterate(1, i -> i + 1).count()");
                assertThat(jvm.tell("work 10")).isEqualTo(before);
                assertThat(jvm.tell("payloads")).contains("payload Twice at Running$Loaded.twice: twice 001 5 0",
                        "payload Twice at Running$Loaded.twice: twice 101 5 0",
                        "payload Lambda at Running$Loaded.fails: 14 10 10", "counter payloads.scripts.stopped 1",
                        "counter weaving.failed 0", "counter metering.failures 0");
                assertThat(complaints(jvm)).allMatch(line -> line.contains("script Endless is switched off"));
                assertThat(jvm.end()).isZero();
            }
        }
    }

    @Test
    @Timeout(240)
    void withoutOneTheLineSaysWhatToDo() throws Exception {
        for (Path home : homes()) {
            try (RunningJvm jvm = jvm(home, MODULES + ",java.compiler")) {
                metersAndRefuses(jvm, "name a jar with a Java compiler, such as org.eclipse.jdt:ecj, in "
                        + "payload.scripts.compiler");
            }
            try (RunningJvm jvm = jvm(home, MODULES, NAMED + ChildJvm.library("ecj"))) {
                metersAndRefuses(jvm, "this Java has no module java.compiler, without which no compiler runs");
            }
        }
    }

    @Test
    @Timeout(120)
    void aJarWithoutACompilerIsNamed() throws Exception {
        try (RunningJvm jvm = jvm(OWN, MODULES + ",java.compiler", NAMED + ChildJvm.library("h2"))) {
            metersAndRefuses(jvm, "has no service javax.tools.JavaCompiler");
        }
    }

    @Test
    @Timeout(120)
    void theJdksOwnComesFirst() throws Exception {
        try (RunningJvm jvm = jvm(OWN, "", NAMED + ChildJvm.library("ecj"))) {
            refused(jvm, "cannot find symbol", "Wrong", LOADED + ".twice(int)", "timess");
            assertThat(jvm.end()).isZero();
        }
    }

    /** Without the line that nothing can be shipped. */
    private static List<String> complaints(RunningJvm jvm) throws IOException {
        return jvm.complaints().stream().filter(line -> !line.contains("is not reachable")).toList();
    }

    private static void metersAndRefuses(RunningJvm jvm, String why) throws Exception {
        List<String> before = jvm.tell("work 10");
        refused(jvm, why, "Twice", LOADED + ".twice(int)", "\"twice\"");
        assertThat(jvm.tell("embedded")).isNotNull();
        assertThat(jvm.tell("work 10")).isEqualTo(before);
        assertThat(jvm.tell("payloads")).contains("counter weaving.failed 0", "counter metering.failures 0");
        assertThat(complaints(jvm)).isEmpty();
        assertThat(jvm.end()).isZero();
    }

    private static RunningJvm jvm(Path home, String modules, String... more) throws IOException {
        List<String> flags = new ArrayList<>(List.of("-Dsim.interval=1h", "-javaagent:" + ChildJvm.AGENT));
        if (!modules.isEmpty()) {
            flags.add("--limit-modules=" + modules);
        }
        flags.addAll(List.of(more));
        return new RunningJvm(home, flags.toArray(String[]::new));
    }

    /** The JDK that runs the tests, and a new one where there is one. */
    private static Set<Path> homes() throws IOException {
        Set<Path> homes = new LinkedHashSet<>(List.of(OWN));
        Path recent = Jdks.withVirtualThreads();
        if (recent != null) {
            homes.add(recent);
        }
        return homes;
    }
}
