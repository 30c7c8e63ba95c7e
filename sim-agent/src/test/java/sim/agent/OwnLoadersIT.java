package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program with class loaders and module layers of its own does the same with SIM: what the weaver makes is in the right loader, or nothing needs it. */
class OwnLoadersIT {
    private static final String CREATOR = """
            <aspectj><aspects>
              <concrete-aspect name="%s" extends="sim.instrumentation.aop.aspectj.AbstractContextCreator">
                <pointcut name="methodToCreateNewContext" expression="execution(* %s(..))"/>
              </concrete-aspect>
            </aspects><weaver><include within="%s"/></weaver></aspectj>
            """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"equal", "unhashed"})
    void loadersAreKnownByIdentity(String how) throws IOException {
        ChildJvm jvm = jvm("aop=" + aop("gen.Requests", "woven.Reloaded.work", "woven.Reloaded"));
        isMetered(run(jvm, "woven.EqualLoaders", how), how);
        isMetered(run(jvm, "woven.EqualLoaders", how), "kept, " + how);
    }

    private static void isMetered(ChildJvm.Result run, String how) {
        assertThat(run.out()).as(how + "\n" + run.all()).contains("made", "counter weaving.failed 0");
        assertThat(run.out()).as(how + "\n" + run.all()).filteredOn(line -> line.startsWith("context Reloaded "))
                .hasSize(4); // one of the aspect and one of the annotation for each
    }

    @ParameterizedTest
    @ValueSource(strings = {"one", "many"})
    void anAspectInAModuleOfALayerOfTheProgramsOwn(String loaders) throws IOException {
        source("module-info", "module own { exports own; }");
        source("own/Main", "package own; public class Main { public static void run() { Work.work(); } }");
        source("own/Work", "package own; class Work { static void work() { System.out.println(\"worked\"); } }");
        List<String> command = List.of("-d", folder.resolve("classes").toString(),
                folder.resolve("sources/module-info.java").toString(),
                folder.resolve("sources/own/Main.java").toString(),
                folder.resolve("sources/own/Work.java").toString());
        assertThat(ToolProvider.findFirst("javac").orElseThrow().run(System.out, System.err,
                command.toArray(String[]::new))).isZero();
        ChildJvm jvm = jvm("aop=" + aop("own.Metered", "own..work", "own..*"));
        for (String start : List.of("first", "second")) {
            ChildJvm.Result run = run(jvm, "woven.OwnLayer", folder.resolve("classes").toString(), loaders);
            assertThat(run.out()).as(start + "\n" + run.all()).contains("worked", "counter weaving.failed 0");
            assertThat(run.out()).as(start + "\n" + run.all()).filteredOn(line -> line.startsWith("context "))
                    .hasSize(1);
        }
    }

    /** The JVM takes no class of a package that begins so. */
    @Test
    void whatNeedsAnAspectThatTheJvmRefusesIsLeftAsItWas() throws IOException {
        ChildJvm jvm = jvm("aop=" + aop("java.own.Requests", "woven.Reloaded.work", "woven..*"));
        for (String start : List.of("first", "second")) {
            ChildJvm.Result run = run(jvm, "woven.EqualLoaders", "equal");
            assertThat(run.out()).as(start + "\n" + run.all()).containsOnlyOnce("counter weaving.failed 3")
                    .filteredOn(line -> line.equals("made")).hasSize(2);
            assertThat(run.err()).as(start + "\n" + run.all()).anyMatch(line -> line.contains("not woven"));
        }
    }

    /** The interface of such an aspect is made with the first class, and the next start may begin with another one. */
    @ParameterizedTest
    @ValueSource(strings = {"First|First,Second|First,Second", "First,Second|Second|Second,Third",
            "First,Second,Third|Third|Second,First,Third"})
    void anAspectForEachObjectIsOnClassesThatEarlierStartsDidNotUse(String starts) throws IOException {
        Path aop = Files.writeString(folder.resolve("aop.xml"), """
                <aspectj><aspects><aspect name="woven.PerObject$Telling"/></aspects>
                <weaver><include within="woven.PerObject..*"/></weaver></aspectj>
                """);
        ChildJvm jvm = jvm("aop=" + aop);
        for (String start : starts.split("\\|")) {
            String[] used = start.split(",");
            ChildJvm.Result run = run(jvm, "woven.PerObject", used);
            assertThat(run.out()).as(start + "\n" + run.all()).filteredOn(line -> line.startsWith("advised "))
                    .containsExactlyElementsOf(List.of(used).stream().map(each -> "advised " + each).toList());
            assertThat(run.out()).as(start + "\n" + run.all()).contains("counter weaving.failed 0");
        }
    }

    private void source(String name, String text) throws IOException {
        Path file = folder.resolve("sources").resolve(name + ".java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private Path aop(String aspect, String method, String within) throws IOException {
        return Files.writeString(folder.resolve("aop.xml"), CREATOR.formatted(aspect, method, within));
    }

    private ChildJvm jvm(String options) {
        return new ChildJvm().flag("-XX:-UsePerfData")
                .agent("weave.cache=" + folder.resolve("cache") + "," + options).in(folder);
    }

    private static ChildJvm.Result run(ChildJvm jvm, String program, String... arguments) {
        ChildJvm.Result run = jvm.run(ChildJvm.CLASSES.toString(), program, arguments);
        assertThat(run.exit()).as(run.all()).isZero();
        return run;
    }
}
