package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Scripts that go on without end, allocate without end, recurse or tell too much: the application notices nothing but time. */
class ScriptBoundsIT {
    private static final Path JDK = Path.of(System.getProperty("java.home"));
    private static final String LOADED = "woven.Running$Loaded";
    private static final String SELF = "((java.util.function.Function<java.util.function.Function, Object>) f -> f.apply(f))";

    @Test
    @Timeout(180)
    void theApplicationGoesOnAndTheScriptIsSwitchedOff() throws Exception {
        try (RunningJvm jvm = new RunningJvm(JDK, "-Xmx192m", "-Dsim.interval=1h", "-javaagent:" + ChildJvm.AGENT)) {
            List<String> before = jvm.tell("work 10");
            jvm.tell("later");
            add(jvm, "Endless", LOADED + ".twice(int)", "switch (times) { default -> { int i = 0;"
                    + " while (times >= -1) { try { while (times >= -1) { i++; } } catch (Throwable caught) { i--; } }"
                    + " yield i; } }");
            add(jvm, "Stream", LOADED + ".fails(int)", "java.util.stream.Stream.iterate(1, i -> i + 1).count()");
            add(jvm, "Much", LOADED + ".supplied()", "switch (target.value) { default -> {"
                    + " var all = new java.util.ArrayList<byte[]>();"
                    + " while (target.value > -1) { all.add(new byte[1 << 20]); } yield all; } }");
            add(jvm, "Large", LOADED + ".wide(..)", "new byte[1 << 30].length");
            add(jvm, "Deep", "woven.Running$Later.answer()", SELF + ".apply(" + SELF + ")");
            assertThat(jvm.tell("work 10")).isEqualTo(before);
            assertThat(jvm.tell("later")).containsExactly("later 42");
            assertThat(jvm.tell("work 10")).isEqualTo(before);
            List<String> told = jvm.tell("payloads");
            assertThat(told).noneMatch(line -> line.startsWith("payload "));
            assertThat(told).contains("counter payloads.scripts.stopped 4", "counter payloads.handlers.failed 1",
                    "counter payloads.lost 0", "counter payloads.unmatched 0", "counter metering.failures 0",
                    "counter payload.failures 0");
            assertThat(jvm.complaints())
                    .anyMatch(line -> line.contains("the script Endless is switched off, for it "))
                    .anyMatch(line -> line.contains("the script Stream is switched off, for it "))
                    .anyMatch(
                            line -> line.contains("the script Much is switched off, for it allocated more than 64 MB"))
                    .anyMatch(line -> line.contains("the script Large is switched off, for it made an array of"))
                    .anyMatch(line -> line.contains("the script Deep threw java.lang.StackOverflowError"));
            assertThat(ScriptIT.script(jvm)).contains(
                    "Endless: woven.Running$Loaded.twice(int), switched off: it took more than it may",
                    "Deep: woven.Running$Later.answer()");
            assertThat(jvm.end()).isZero();
        }
    }

    @Test
    @Timeout(180)
    void whatALoopOrALambdaMayIsDone() throws Exception {
        try (RunningJvm jvm = new RunningJvm(JDK, "-Dsim.interval=1h", "-javaagent:" + ChildJvm.AGENT)) {
            ScriptIT.refused(jvm, "an array of several dimensions", "Wide", LOADED + ".twice(int)",
                    "new int[2][times]");
            add(jvm, "Sum", LOADED + ".twice(int)",
                    "java.util.stream.IntStream.range(0, 100).filter(i -> i % 2 == times % 2).count()");
            add(jvm, "Long", LOADED + ".fails(int)", "\"x\".repeat(10_000_000)");
            List<String> before = jvm.tell("work 10");
            assertThat(jvm.tell("work 10")).isEqualTo(before);
            List<String> told = jvm.tell("payloads");
            assertThat(told).contains("payload Sum at Running$Loaded.twice: 50 20 0",
                    "counter payloads.scripts.stopped 0");
            assertThat(told).filteredOn(line -> line.startsWith("payload Long at ")).singleElement().asString()
                    .endsWith(" 20 20").hasSizeLessThan(2_000);
            assertThat(jvm.end()).isZero();
        }
    }

    private static void add(RunningJvm jvm, String name, String method, String expression) {
        assertThat(ScriptIT.script(jvm, name, method, expression)).singleElement().asString().startsWith("runs at ");
    }

    /** What a telemetry says, a line each, and what SIM says of those that fail. */
    @Test
    @Timeout(180)
    void telemetriesAreAskedAndThoseThatFailAreSwitchedOff() throws Exception {
        String set = "-Dsim.payload.script.";
        try (RunningJvm jvm = new RunningJvm(JDK, "-Dsim.interval=1h", "-javaagent:" + ChildJvm.AGENT,
                "-Dsim.payload.record=Set+Wrong", set + "Set.telemetry.one=1L", set + "Set.telemetry.two=2.5",
                set + "Set.unit=bytes", set + "Set.scale=3", set + "Set.stacked=true",
                set + "Wrong.telemetry=\"wrong\"",
                set + "Unit.telemetry=1", set + "Unit.unit=apples")) {
            assertThat(jvm.complaints())
                    .anyMatch(line -> line.contains("script Unit: is off: the unit APPLES is none"));
            ScriptIT.refused(jvm, "line 1, column 8: cannot find symbol", "Bad", "--telemetry", "1 + 2 +none");
            ScriptIT.refused(jvm, "'no class' is no class", "Bad", "--telemetry", "1", "--in", "no class");
            assertThat(ScriptIT.script(jvm, "Seen", "--telemetry", "Running.Loaded.SEEN.size() + 7", "--in",
                    "woven.Running", "--try")).containsExactly("can be asked once a second");
            assertThat(ScriptIT.script(jvm, "Seen", "--telemetry", "Running.Loaded.SEEN.size() + 7", "--in",
                    "woven.Running")).containsExactly("is asked once a second");
            ScriptIT.script(jvm, "Seen", "--telemetry", "new java.math.BigDecimal(\"1.25\")", "--line", "exact");
            ScriptIT.script(jvm, "Hangs", "--telemetry", "switch (0) { default -> { int i = 0; while (i < 1) { i = 0; }"
                    + " yield i; } }");
            ScriptIT.script(jvm, "Throws", "--telemetry", "java.util.List.of().get(0)");
            ScriptIT.script(jvm, "Later", "--telemetry", "woven.Running.Later.answer()", "--in", "woven.NotThere");
            List<String> told = new ArrayList<>(jvm.tell("payloads"));
            await().pollInSameThread().atMost(2, TimeUnit.MINUTES).until(() -> {
                told.addAll(jvm.tell("payloads"));
                return told.containsAll(List.of("point Set one 1.0", "point Set two 2.5", "point Seen  7.0",
                        "point Seen exact 1.25", "counter payload.telemetries.failed 3"));
            });
            assertThat(told).filteredOn(line -> line.startsWith("point ")).extracting(line -> line.split(" ")[1])
                    .containsOnly("Set", "Seen");
            assertThat(told).anyMatch(line -> line.startsWith("probe ") && line.contains("name=Set")
                    && line.contains("telemetry=Set, line=one, unit=BYTES, scale=3, stacked=true, consolidation=MEAN"));
            assertThat(jvm.complaints()).as("each is said, and why")
                    .anyMatch(
                            line -> line.contains("the telemetry Wrong is switched off: it returned java.lang.String"))
                    .anyMatch(line -> line.matches(".*the telemetry Hangs is switched off: .*"
                            + "it (went round more than|took longer than|takes longer than) .*"))
                    .anyMatch(line -> line.matches(
                            ".*the telemetry Throws is switched off: java.lang.ArrayIndexOutOfBounds.*"));
            assertThat(ScriptIT.script(jvm)).contains("Seen: telemetry", "Seen: telemetry exact", "Set: telemetry one");
            ScriptIT.script(jvm, "Seen", "--remove");
            assertThat(jvm.end()).isZero();
        }
    }
}
