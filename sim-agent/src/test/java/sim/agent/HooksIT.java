package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.aspectj.bridge.IMessage;
import org.aspectj.bridge.MessageHandler;
import org.aspectj.tools.ajc.Main;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sim.testkit.Jdks;

/** The hooks of every abstract aspect, overridden in both styles and woven in every way: what they do replaces the default. */
class HooksIT {
    /** In the order they run: field and constructor hooks too, and of a handler the one that AspectJ can see. */
    private static final List<String> EXPECTED = List.of("hook before constructor-execution <init>",
            "hook before field-set state", "hook returning null field-set state", "hook after field-set state",
            "hook returning null constructor-execution <init>", "hook after constructor-execution <init>",
            "hook before method-execution written", "hook before field-set state",
            "hook returning null field-set state", "hook after field-set state", "hook before field-get state",
            "hook returning secret field-get state", "hook after field-get state",
            "hook returning result method-execution written", "hook after method-execution written", "written result",
            "hook before method-execution failing", "hook after method-execution failing",
            "hook before exception-handler catch", "hook before field-set state",
            "hook returning null field-set state", "hook after field-set state", "nested in Read", "told 0",
            "hook before creator method-execution created", "created in mine own",
            "hook after creator method-execution created", "destroyed mine", "named in named by a hook tagged",
            "hook before instrumentation method-execution byHooks",
            "hook after instrumentation null method-execution byHooks", "threw by default",
            "hook propagate send 0", "hook propagate send 1", "sent news propagated", "value added=both",
            "value added after=argument", "value before=field-set", "value counted in outer=1",
            "value read after constructor-execution=null", "value read after field-set=null",
            "value read after method-execution=twoone", "value read before constructor-execution=null",
            "value read before field-set=null", "value read before method-execution=null",
            "value woven.Hooked.both.params.argument=argument", "value woven.Hooked.both.result=argument", "left null",
            "count woven.Hooked.byDefaultHooks 1 errors 0",
            "count woven.Hooked.byDefaultHooksInConfiguration 1 errors 1",
            "count woven.Hooked.byEarlierName 1 errors 0",
            "count woven.Hooked.byEarlierNameInConfiguration 1 errors 0");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"code,agent", "annotation,agent", "code,plain", "annotation,plain"})
    void overridingReplacesTheDefault(String style, String way) {
        ChildJvm.Result run = jvm(way, "hooks-by-" + style).run(ChildJvm.CLASSES.toString(), "woven.Hooked");
        assertThat(lines(run)).as(run.all()).isEqualTo(EXPECTED);
        assertThat(run.after("counter metering.failures ")).as("the hooks that throw").isEqualTo("3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"code", "annotation"})
    void onANewerJdkAsWell(String style) throws IOException {
        ChildJvm.Result run = jvm("agent", "hooks-by-" + style).on(Jdks.withVirtualThreads())
                .run(ChildJvm.CLASSES.toString(), "woven.Hooked");
        assertThat(lines(run)).as(run.all()).isEqualTo(EXPECTED);
    }

    /** No agent at all: what an aop.xml alone can make concrete is not there, the rest is as ever. */
    @ParameterizedTest
    @ValueSource(strings = {"HooksByCode", "HooksByAnnotation"})
    void wovenByTheCompilerTheyRunToo(String aspects) throws IOException {
        ChildJvm.Result run = new ChildJvm().withoutAgent().run(compile(aspects), "woven.Hooked");
        List<String> expected = new ArrayList<>(EXPECTED);
        expected.removeIf(line -> line.contains("InConfiguration"));
        assertThat(lines(run)).as(run.all()).isEqualTo(expected);
    }

    /**
     * Handlers of several types, and one that catches the same exception again and again. Their methods are metered too: a join
     * point is both a member's and the one around its handlers.
     */
    @ParameterizedTest
    @ValueSource(strings = {"agent", "plain"})
    void aHandlerOfSeveralTypesIsOneHandler(String way) {
        for (int i = 0; i < 2; i++) {
            ChildJvm.Result run = jvm(way, "multi-catch").run(ChildJvm.CLASSES.toString(), "woven.MultiCatch");
            assertThat(run.out()).as(run.all()).containsExactly("caught 710", "counted 710", "written 710");
        }
    }

    /** Both hooks of a call that call it again would end never: each doubles what the other does, up to a full stack. */
    @ParameterizedTest
    @ValueSource(strings = {"agent", "plain"})
    void aHookThatCallsWhatItIsAHookOfRunsOnce(String way) {
        ChildJvm.Result run = jvm(way, "self-hooks").run(ChildJvm.CLASSES.toString(), "woven.SelfHooked");
        assertThat(run.out()).as(run.all()).startsWith("worked 7", "one of 7").contains("interrupted false true",
                "left out true", "failures 0");
        assertThat(run.out().get(2)).as(run.all()).contains("before work=7", "after work=7", "counted 7=",
                "woven.SelfHooked.described.params.one=one of 7", "woven.SelfHooked.toString.result=one of 7");
    }

    /** Locks in opposite order: SIM cannot end it, but says what waits for what, once, and the program goes on. */
    @Test
    void hooksThatWaitForEachOtherForGoodAreCountedAndOneIsSaid() {
        ChildJvm.Result run = jvm("agent", "stuck-hooks").flag("-Dsim.interval=1s").run(ChildJvm.CLASSES.toString(),
                "woven.StuckHooked");
        assertThat(run.out()).as(run.all()).containsExactly("stuck 2", "worked");
        assertThat(run.err().stream().filter(line -> line.contains("has not returned for "))).as(run.all())
                .singleElement()
                .asString().matches(
                        "sim: a hook of the aspect woven\\.StuckHooks\\$(Forth|Back) has not returned for 10 s and holds up the "
                                + "thread '(forth|back)', which is BLOCKED for java\\.lang\\.Object@[0-9a-f]+, which the thread '(forth|back)' has"
                                + " at (app//)?woven\\.StuckHooks\\.take\\(StuckHooks\\.java:\\d+\\); SIM cannot end it\\. "
                                + "Further ones are counted as hooks\\.stuck");
    }

    /** A creator's hook that throws has no end, or the end of what it had begun: the caller's context is never ended. */
    @ParameterizedTest
    @ValueSource(strings = {"agent", "plain"})
    void aHookThatFailsIsNamedOnceAndLeavesTheCallersContext(String way) {
        ChildJvm.Result run = jvm(way, "failing-hooks").run(ChildJvm.CLASSES.toString(), "woven.FailingHooked");
        assertThat(run.out()).as(run.all()).containsExactly("begins none in outer", "begins none in outer",
                "begins none in outer", "the application's in outer", "begins half in half",
                "begins by default in FailingHooked", "begins by default in FailingHooked",
                "begins one of two in FailingHooked", "done in outer",
                "failures 12", "values 64", "left null", "inside {1=2, 2=1}");
        List<String> named = run.err().stream().filter(line -> line.startsWith("sim: the hook ")).sorted().toList();
        assertThat(named).as(run.all()).hasSize(7)
                .allMatch(line -> line.contains(" failed, and the application continues: "));
        assertThat(named).extracting(line -> line.substring("sim: the hook ".length(), line.indexOf(" failed, ")))
                .containsExactly("beforeInvoke of the aspect woven.FailingHooks$Creator",
                        "beforeInvoke of the aspect woven.FailingHooks$Metered",
                        "beforeInvoke of the aspect woven.FailingHooks$Naming",
                        "beforeInvoke of the aspect woven.FailingHooks$Recursive",
                        "beforeInvoke of the aspect woven.FailingHooks$Writer",
                        "readValuesAfterReturningExecution of the aspect woven.FailingHooks$Reader",
                        "readValuesBefore of the aspect woven.FailingHooks$Reader");
    }

    /** What a creator's hook has begun ends with its call, however the hook went on, and wherever the stack was full. */
    @ParameterizedTest
    @CsvSource({"Code,agent", "Annotation,agent", "Code,plain", "Annotation,plain"})
    @Tag("long")
    void noContextStaysCurrentBehindACreatorWhoseHooksFail(String style, String way) throws IOException {
        Path aop = Files.writeString(folder.resolve("aop.xml"), "<aspectj><aspects><aspect name=\"woven.LeftOpenBy"
                + style + "\"/></aspects><weaver><include within=\"woven..*\"/></weaver></aspectj>");
        ChildJvm.Result run = (way.equals("agent")
                ? new ChildJvm().agent("aop=" + aop)
                : new ChildJvm().plainWeaver(aop)).usual().flag("-Xmx128m")
                .run(ChildJvm.CLASSES.toString(), "woven.LeftOpen");
        assertThat(run.out()).as(run.all()).containsExactly("throws leaves outer", "twice leaves outer",
                "another leaves outer", "overflows leaves outer", "default end leaves outer", "own end leaves outer",
                "allocates leaves outer",
                "interrupted true", "deep left 0", "own left 0");
    }

    /** Null would be a task that never runs, and another type an exception of the application's. */
    @ParameterizedTest
    @ValueSource(strings = {"woven.Misled$Propagator", "woven.MisledByCode"})
    void aTaskIsPassedOnAsItIsWhereThePropagatorAnswersWhatTheCallCannotTake(String aspect) throws IOException {
        Path aop = Files.writeString(folder.resolve("aop.xml"), "<aspectj><aspects><aspect name=\"" + aspect
                + "\"/></aspects><weaver><include within=\"woven..*\"/></weaver></aspectj>");
        ChildJvm.Result run = new ChildJvm().agent("aop=" + aop).run(ChildJvm.CLASSES.toString(),
                "woven.Misled");
        assertThat(run.out()).as(run.all()).containsExactly("ran null", "ran text", "ran inside", "ran inside",
                "ran again", "failures 2", "asked 6");
        assertThat(run.err()).as(run.all()).anyMatch(line -> line.contains(aspect + " answers null"));
    }

    /** The original's own list: abstract aspects too, and its packages left out of weaving. What is marked counts once. */
    @ParameterizedTest
    @ValueSource(strings = {"agent", "plain"})
    void theAspectsMayBeListedAsPublished(String way) throws IOException {
        Path aop = Files.writeString(folder.resolve("aop.xml"), Stream
                .of("AbstractContextCreator", "AbstractContextWriter", "AbstractMethodInstrumentation",
                        "AnnotationContextCreator", "AnnotationContextWriter", "AnnotationMethodInstrumentation",
                        "AnnotationTypeInstrumentation", "AspectsPrecedence")
                .map(name -> "<aspect name=\"sim.instrumentation.aop.aspectj." + name + "\"/>")
                .collect(Collectors.joining("\n", "<aspectj><aspects>",
                        "</aspects><weaver><exclude within=\"sim..*\"/></weaver></aspectj>")));
        ChildJvm.Result run = (way.equals("agent")
                ? new ChildJvm().agent("interval=1h,aop=" + aop)
                : new ChildJvm().plainWeaver(aop)).run(ChildJvm.CLASSES.toString(), "woven.Shapes");
        assertThat(run.err()).as(run.all()).noneMatch(line -> line.contains("cannot be found"));
        assertThat(run.after("count woven.Shapes$Statics.factorial ")).as(run.all()).isEqualTo("10 errors 0");
    }

    @Test
    void aConfigurationWithoutAPointcutIsStillSaid() throws IOException {
        Path aop = Files.writeString(folder.resolve("aop.xml"), "<aspectj><aspects><concrete-aspect name=\"my.None\""
                + " extends=\"sim.instrumentation.aop.aspectj.AbstractMethodInterceptor\"/></aspects></aspectj>");
        ChildJvm.Result run = new ChildJvm().agent("aop=" + aop).run(ChildJvm.CLASSES.toString(),
                "woven.MultiCatch");
        assertThat(run.err()).as(run.all()).anyMatch(line -> line.contains("aspect my.None defines no pointcut")
                && line.contains("<pointcut name=\"methodsToInstrument\""));
    }

    private static ChildJvm jvm(String way, String aop) {
        Path file = ChildJvm.CLASSES.resolve(aop + "-aop.xml");
        return way.equals("agent")
                ? new ChildJvm().agent("aop=" + file)
                : new ChildJvm().plainWeaver(file);
    }

    private static List<String> lines(ChildJvm.Result run) {
        return run.out().stream().filter(line -> !line.matches("(self|counter|context|invocation) .*")).toList();
    }

    private String compile(String aspects) throws IOException {
        Path plain = folder.resolve("plain");
        copy("Hooked{,$*}.class", plain);
        copy(aspects + "{,$*}.class", plain);
        copy("*ByCode.class", aspects.equals("HooksByCode") ? plain : folder.resolve("others"));
        Path compiled = folder.resolve("compiled");
        MessageHandler messages = new MessageHandler();
        new Main().run(new String[]{"-inpath", plain.toString(), "-d", compiled.toString(), "-aspectpath",
                ChildJvm.library("sim-aspects").toString(), "-classpath", System.getProperty("java.class.path"), "-17",
                "-Xlint:ignore"}, messages);
        assertThat(messages.getMessages(IMessage.ERROR, true)).isEmpty();
        return Stream.of(compiled, ChildJvm.CLASSES).map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static void copy(String names, Path to) throws IOException {
        Files.createDirectories(to.resolve("woven"));
        try (DirectoryStream<Path> classes = Files.newDirectoryStream(ChildJvm.CLASSES.resolve("woven"), names)) {
            for (Path each : classes) {
                Files.copy(each, to.resolve("woven").resolve(each.getFileName()));
            }
        }
    }
}
