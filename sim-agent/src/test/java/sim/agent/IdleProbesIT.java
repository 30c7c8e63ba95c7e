package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import sim.testkit.Jdks;

/** Probes that an earlier run switched off are left out of classes, put back for a trial or a person, and taken out again: nothing else changes, and what is counted is exact. */
class IdleProbesIT {
    private static final Path JDK = Path.of(System.getProperty("java.home"));
    private static final String BACK = "counter weaving.idle.back ";
    private static final String TYPE = "woven.Unmarked";
    /** Whatever is called is soon off; nothing is drained but by a report. */
    private static final String OPTIONS = "interval=1h,hotspot.enabled=true,hotspot.threshold=1h,"
            + "hotspot.threshold.inherent=1h";
    private static final String AGENT = "-javaagent:" + ChildJvm.AGENT + "=weave.cache=off," + OPTIONS;

    static Stream<Path> jdks() throws Exception {
        return Stream.of(JDK, Jdks.withVirtualThreads()).filter(each -> each != null).distinct();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void outAndBackAndTheProgramDoesTheSame(Path jdk, @TempDir Path folder) throws Exception {
        List<String> flags = List.of(agent(folder));
        List<String> sums = judged(jdk, flags);
        try (RunningJvm jvm = new RunningJvm(jdk, flags.toArray(String[]::new))) {
            goesBack(jvm, sums);
            assertThat(jvm.tell("threads").toString()).contains("sim-idle");
            assertThat(jvm.end()).isZero();
        }
    }

    /** A report drains, and so has names tried again whose rest is over: their probes are put back for it. */
    @Test
    void whatIsTriedAgainIsPutBackForIt(@TempDir Path folder) throws Exception {
        String agent = agent(folder);
        judged(JDK, List.of(agent));
        try (RunningJvm jvm = new RunningJvm(JDK, agent + ",hotspot.retrial=1s")) {
            jvm.tell("unmarked 1");
            tried(jvm, 4);
            jvm.tell("unmarked 1000");
            assertThat(jvm.tell("report"))
                    .anyMatch(line -> line.matches("count \\Q" + TYPE + "\\E.wide [1-9]\\d* errors 0"));
            assertThat(jvm.end()).isZero();
        }
    }

    /** What JaCoCo has put into the methods stays, whichever of the two came first. What it changes after SIM keeps its probes, and its names are off all the same. */
    @Test
    @Tag("long")
    void besideJacoco(@TempDir Path folder) throws Exception {
        String other = "-javaagent:" + ChildJvm.library("org.jacoco.agent") + "=destfile=" + folder.resolve("covered");
        String agent = agent(folder);
        List<String> sums = judged(JDK, List.of(other, agent));
        try (RunningJvm jvm = new RunningJvm(JDK, other, agent)) {
            goesBack(jvm, sums);
            assertThat(jvm.end()).isZero();
        }
        try (RunningJvm jvm = new RunningJvm(JDK, agent, other)) {
            assertThat(jvm.tell("unmarked 1000")).isEqualTo(sums);
            assertThat(jvm.tell("report")).noneMatch(line -> line.startsWith("count " + TYPE + ".wide "));
            jvm.tell("control PIN " + TYPE + " wide");
            assertThat(jvm.tell("unmarked 1000")).isEqualTo(sums);
            assertThat(jvm.tell("report")).contains("count " + TYPE + ".wide 1000 errors 0",
                    "counter probes.unmatched 0", "counter weaving.failed 0");
            assertThat(jvm.end()).isZero();
        }
        assertThat(folder.resolve("covered")).isNotEmptyFile();
    }

    /** What runs in an old version of a class the JVM never compiles: a class one of whose methods runs waits. */
    @Test
    void aClassThatRunsIsNotChanged(@TempDir Path folder) throws Exception {
        String agent = agent(folder);
        judged(JDK, List.of(agent));
        try (RunningJvm jvm = new RunningJvm(JDK, agent + ",hotspot.retrial=1s")) {
            jvm.look();
            jvm.tell("unmarked 1");
            jvm.tell("stay");
            for (int i = 0; i < 5; i++) { // its names are tried again, and it runs
                Thread.sleep(1_000);
                jvm.tell("report");
            }
            assertThat(jvm.tell("probing " + TYPE).toString()).contains("hold").doesNotContain("twice");
            jvm.tell("leave");
            tried(jvm, 4);
            assertThat(jvm.tell("probing " + TYPE).toString()).contains("hold", "twice", "wide", "fails", "supplied");
            assertThat(jvm.end()).isZero();
        }
    }

    /** What the first run switched off the second one loads without its probe, until it is tried again; and after that it is out again. */
    @ParameterizedTest
    @MethodSource("jdks")
    void whatIsRememberedIsLeftOutFromTheStart(Path jdk, @TempDir Path folder) throws Exception {
        Path aop = everything(folder);
        String options = OPTIONS + ",hotspot.remember=" + folder.resolve("verdicts") + ",aop=" + aop;
        ChildJvm.Result first = new ChildJvm().on(jdk).agent(options).run(ChildJvm.CLASSES.toString(), "woven.Rested");
        assertThat(first.out()).as(first.all()).contains("value 1000", "left out 0",
                "count woven.Rested$Cheap.next 334 errors 0", "out again 0");

        ChildJvm.Result second = new ChildJvm().on(jdk).agent(options + ",hotspot.retrial=1s")
                .run(ChildJvm.CLASSES.toString(), "woven.Rested", "again");
        assertThat(second.out()).as(second.all()).contains("value 1000", "counter weaving.failed 0",
                "counter probes.unmatched 0");
        assertThat(Long.parseLong(second.after("left out "))).as(second.all()).isPositive();
        assertThat(Long.parseLong(second.after("counter weaving.idle.back "))).as(second.all()).isPositive();
        assertThat(Long.parseLong(second.after("out again "))).as(second.all()).isPositive();
        assertThat(second.out()).as(second.all())
                .anyMatch(line -> line.matches("count woven\\.Rested\\$Cheap\\.next [1-9]\\d* errors 0"));
    }

    /** Nobody asks for it: only a program with many names remembers, and only of classes that have not changed. */
    @Test
    @Tag("long")
    void asItComesManyNamesAreRememberedOfClassesThatAreTheSame(@TempDir Path folder) throws Exception {
        String options = OPTIONS + ",application=remembers,weave.cache=" + folder.resolve("cache") + ",aop="
                + everything(folder);
        String classes = ChildJvm.CLASSES.toString();
        Path verdicts = folder.resolve("cache").resolve("verdicts-remembers");
        assertThat(new ChildJvm().agent(options).run(classes, "woven.Rested").out()).contains("left out 0");
        assertThat(verdicts).as("few names").doesNotExist();

        ChildJvm.Result first = new ChildJvm().agent(options).run(classes, "woven.RestedAmongMany");
        assertThat(first.out()).as(first.all()).contains("left out 0");
        assertThat(verdicts).exists();
        ChildJvm.Result hinted = new ChildJvm().agent(options).run(classes, "woven.RestedAmongMany");
        assertThat(hinted.out()).as("what one run said is a hint: " + hinted.all()).contains("left out 0",
                "count woven.Rested$Cheap.next 334 errors 0");
        ChildJvm.Result second = new ChildJvm().agent(options).run(classes, "woven.RestedAmongMany");
        assertThat(second.out()).as(second.all()).contains("value 1000")
                .noneMatch(line -> line.startsWith("count woven.Rested$Cheap.next "));
        assertThat(Long.parseLong(second.after("left out "))).as(second.all()).isPositive();

        String changed = changed(folder, "woven/Rested$Cheap") + File.pathSeparator + classes;
        ChildJvm.Result third = new ChildJvm().agent(options).run(changed, "woven.RestedAmongMany");
        assertThat(third.out()).as(third.all()).contains("value 1000", "count woven.Rested$Cheap.next 334 errors 0");
    }

    /** As in application servers. The class is the same under the same configuration, whatever else the loader sees. */
    @Test
    void asItComesClassesOfLoadersWithoutFilesAreRememberedToo(@TempDir Path folder) throws Exception {
        String options = OPTIONS + ",application=remembers,weave.cache=" + folder.resolve("cache") + ",aop="
                + everything(folder);
        String classes = ChildJvm.CLASSES.toString();
        for (int run = 0; run < 2; run++) {
            ChildJvm.Result judged = new ChildJvm().agent(options).run(classes, "woven.RestedElsewhere");
            assertThat(judged.out()).as(judged.all()).contains("left out 0",
                    "count woven.Rested$Cheap.next 334 errors 0");
        }
        ChildJvm.Result known = new ChildJvm().agent(options).run(classes, "woven.RestedElsewhere");
        assertThat(known.out()).as(known.all()).contains("value 1000", "counter weaving.failed 0")
                .noneMatch(line -> line.startsWith("count woven.Rested$Cheap.next "));
        assertThat(Long.parseLong(known.after("left out "))).as(known.all()).isPositive();
    }

    /** Each class is known from the start before, by which nothing was judged. */
    @Test
    @Tag("long")
    void asItComesAVerdictIsOnOneClassUnderOneConfiguration(@TempDir Path folder) throws Exception {
        String options = OPTIONS + ",application=%s,weave.cache=" + folder.resolve("cache") + ",aop="
                + everything(folder);
        String classes = ChildJvm.CLASSES.toString();
        String counted = "count woven.Rested$Cheap.next 334 errors 0";
        judge(options.formatted("judged"), classes);

        String changed = changed(folder, "woven/Rested$Cheap") + File.pathSeparator + classes;
        new ChildJvm().agent(options.formatted("another")).run(changed, "woven.Rested");
        ChildJvm.Result anew = new ChildJvm().agent(options.formatted("judged")).run(changed, "woven.RestedAmongMany");
        assertThat(anew.out()).as(anew.all()).contains(counted);

        judge(options.formatted("judged"), classes);
        Path chosen = Files.writeString(folder.resolve("chosen.xml"),
                Files.readString(everything(folder)).replace("woven..*(..)", "woven.Rested.Cheap.*(..)"));
        for (int start = 0; start < 2; start++) {
            ChildJvm.Result few = new ChildJvm()
                    .agent(options.formatted("judged").replace("aop.xml", chosen.getFileName().toString()))
                    .run(classes, "woven.Rested");
            assertThat(few.out()).as(few.all()).contains(counted);
        }
    }

    /** As often as it takes until what is judged counts. */
    private static void judge(String options, String classes) {
        for (int run = 0; run < 2; run++) {
            new ChildJvm().agent(options).run(classes, "woven.RestedAmongMany");
        }
        ChildJvm.Result known = new ChildJvm().agent(options).run(classes, "woven.RestedAmongMany");
        assertThat(Long.parseLong(known.after("left out "))).as(known.all()).isPositive();
    }

    /** A program that runs where nothing can be written has nothing said to it that it did not ask for. */
    @Test
    void asItComesAFolderThatCannotBeWrittenIsNoNews(@TempDir Path folder) throws Exception {
        assumeThat(System.getenv("XDG_CACHE_HOME")).isNull();
        Path home = Files.writeString(folder.resolve("home"), "is no folder");
        String options = OPTIONS + ",application=remembers,weave.cache=on,aop=" + everything(folder);
        for (String remember : List.of("auto", "true")) {
            ChildJvm.Result result = new ChildJvm().flag("-Duser.home=" + home)
                    .agent(options + ",hotspot.remember=" + remember)
                    .run(ChildJvm.CLASSES.toString(), "woven.RestedAmongMany");
            assertThat(result.out()).as(result.all()).contains("value 1000");
            assertThat(result.err().stream().filter(line -> line.contains("what is remembered")).toList())
                    .hasSize(remember.equals("true") ? 1 : 0);
        }
    }

    /** A folder with a class that has one field more. */
    private static Path changed(Path folder, String name) throws IOException {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(Files.readAllBytes(ChildJvm.CLASSES.resolve(name + ".class"))).accept(writer, 0);
        writer.visitField(Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC, "changed", "I", null, null).visitEnd();
        Path file = folder.resolve("changed").resolve(name + ".class");
        Files.createDirectories(file.getParent());
        Files.write(file, writer.toByteArray());
        return folder.resolve("changed");
    }

    private static Path everything(Path folder) throws IOException {
        return Files.writeString(folder.resolve("aop.xml"),
                """
                        <aspectj><aspects>
                          <concrete-aspect name="woven.All" extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor">
                            <pointcut name="methodsToInstrument" expression="execution(* woven..*(..))"/>
                          </concrete-aspect>
                        </aspects></aspectj>
                        """);
    }

    @Test
    void whereNothingIsRememberedProbesStay(@TempDir Path folder) throws Exception {
        judged(JDK, List.of(agent(folder)));
        try (RunningJvm jvm = new RunningJvm(JDK, AGENT + ",hotspot.remember=false,aop=" + everything(folder))) {
            jvm.look();
            jvm.tell("unmarked 1000");
            assertThat(jvm.tell("threads").toString()).doesNotContain("sim-idle");
            assertThat(jvm.tell("probed " + TYPE)).containsExactly("probed " + TYPE + " true");
            assertThat(jvm.end()).isZero();
        }
    }

    private static String agent(Path folder) throws IOException {
        return AGENT + ",hotspot.remember=" + folder.resolve("verdicts") + ",aop=" + everything(folder);
    }

    /** A first run, which switches off what is called often. Returns what the program printed. */
    private static List<String> judged(Path jdk, List<String> flags) throws Exception {
        try (RunningJvm jvm = new RunningJvm(jdk, flags.toArray(String[]::new))) {
            List<String> sums = jvm.tell("unmarked 1000");
            assertThat(jvm.end()).isZero();
            return sums;
        }
    }

    /** Names are tried again when their rest is over and SIM drains, some classes at a time. */
    private static void tried(RunningJvm jvm, int least) throws Exception {
        long back = 0;
        for (int i = 0; i < 60 && back < least; i++) {
            Thread.sleep(1_000);
            back = jvm.tell("report").stream().filter(line -> line.startsWith(BACK))
                    .mapToLong(line -> Long.parseLong(line.substring(BACK.length()))).findFirst().orElse(0);
        }
        assertThat(back).isGreaterThanOrEqualTo(least);
    }

    private static void goesBack(RunningJvm jvm, List<String> sums) throws Exception {
        jvm.look();
        assertThat(jvm.tell("unmarked 1000")).isEqualTo(sums);
        assertThat(number(jvm.tell("await weaving.idle.out 4"))).isGreaterThanOrEqualTo(4);
        assertThat(jvm.tell("probing " + TYPE).toString()).contains("work").doesNotContain("twice", "wide", "fails",
                "supplied");

        // somebody asks for one: it is counted again, the others are not
        jvm.tell("control PIN " + TYPE + " twice");
        assertThat(number(jvm.tell("await weaving.idle.back 1"))).isPositive();
        assertThat(jvm.tell("unmarked 1000")).isEqualTo(sums);
        assertThat(jvm.tell("report")).contains("count " + TYPE + ".twice 1000 errors 0",
                "counter probes.healed 0", "counter probes.unmatched 0", "counter metering.failures 0",
                "counter weaving.failed 0", "counter calls.switched 0");
    }

    private static long number(List<String> told) {
        return Long.parseLong(told.get(0).substring("counter ".length()));
    }
}
