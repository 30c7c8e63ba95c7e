package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a second start takes from the files is what a first would weave, wherever a class loader finds the parent of a class. */
class WeaveCachePlacesIT {
    private static final String COUNTED = "count made.Child.run 1 errors 0";

    @TempDir
    Path folder;

    private Path app;
    private Path lib;

    @BeforeEach
    void makeChild() throws IOException {
        app = folder.resolve("app");
        lib = folder.resolve("lib");
        make(app, "made/Child", "made/Parent", false);
    }

    /** As Maven's realms do: what a loader takes from one beside it is in none of its files. */
    @Test
    void inALoaderBeside() throws IOException {
        make(lib, "made/Parent", true);
        assertThat(isCounted(start("beside"))).isTrue();
        ChildJvm.Result second = start("beside");
        assertThat(isCounted(second)).isTrue();
        assertIsKept(second);
        make(lib, "made/Parent", false);
        assertThat(isCounted(start("beside"))).isFalse();
    }

    /** As plug-ins: they are added after the loader's first class. */
    @Test
    void inAFolderThatComesLater() throws IOException {
        make(app, "made/First", false);
        assertThat(start("late").out()).contains("no parent");
        make(lib, "made/Parent", true);
        assertThat(isCounted(start("late"))).isTrue();
        ChildJvm.Result second = start("late");
        assertThat(isCounted(second)).isTrue();
        assertIsKept(second);
    }

    /** No file of the loader tells where it looks first. */
    @Test
    void inTheLoaderItselfOrAbove() throws IOException {
        make(app, "made/Parent", false);
        make(lib, "made/Parent", true);
        for (String kind : List.of("own-first", "above-first")) {
            ChildJvm.Result run = start(jvm(), lib, kind);
            assertThat(isCounted(run)).as(run.all()).isEqualTo(kind.equals("above-first"));
        }
    }

    /** As in an application that Jetty unpacks at each start: other folders, and files of now. */
    @Test
    void inAFolderOfThisStart() throws IOException {
        make(app, "made/Parent", true);
        assertThat(isCounted(start("own-first"))).isTrue();
        app = Files.move(app, folder.resolve("again"));
        FileTime then = FileTime.fromMillis(1_700_000_000_000L);
        for (String each : List.of("Child", "Parent")) {
            Files.setLastModifiedTime(app.resolve("made/" + each + ".class"), then);
        }
        ChildJvm.Result second = start("own-first");
        assertThat(isCounted(second)).isTrue();
        assertIsKept(second);
    }

    /** By another agent, before SIM or after it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void inAJarThatIsAddedToTheClassPath(boolean isBefore) throws IOException {
        Path added = folder.resolve("added.jar");
        String agent = "-javaagent:" + agent("") + "=" + added;
        for (boolean isAnnotated : new boolean[]{true, false}) {
            addParent(added, isAnnotated);
            ChildJvm jvm = isBefore ? jvm(agent) : jvm().flag(agent);
            ChildJvm.Result run = start(jvm, app, "class-path");
            assertThat(isCounted(run)).as(run.all()).isEqualTo(isAnnotated);
        }
    }

    @Test
    void inAJarThatAnAgentAddsToTheBootLoader() throws IOException {
        Path added = folder.resolve("added.jar");
        String agent = "-javaagent:" + agent(added.getFileName().toString());
        for (boolean isAnnotated : new boolean[]{true, false}) {
            addParent(added, isAnnotated);
            ChildJvm.Result run = start(jvm(agent), app, "class-path");
            assertThat(isCounted(run)).as(run.all()).isEqualTo(isAnnotated);
        }
    }

    /** What no file has may be made at a later start, by a library that makes classes or by another agent. */
    @Test
    void inNoFile() throws IOException {
        make(app, "made/First", false);
        for (int i = 0; i < 2; i++) {
            ChildJvm.Result without = start(jvm(), app, "generated");
            assertThat(without.out()).as(without.all()).contains("no parent");
            if (i > 0) {
                assertIsKept(without);
            }
        }
        make(lib, "made/Parent", true);
        ChildJvm.Result with = start(jvm(), app, "generated");
        assertThat(isCounted(with)).as(with.all()).isTrue();
        make(lib, "made/Parent", false);
        assertThat(isCounted(start(jvm(), app, "generated"))).isFalse();
    }

    /** The program or a library defines another version than the one in the file: what is below it is of that. */
    @Test
    void inAFileOfWhichAnotherVersionIsDefined() throws IOException {
        make(app, "made/First", false);
        make(app, "made/Parent", false);
        assertThat(isCounted(start(jvm(), app, "generated"))).isFalse();
        for (boolean isAnnotated : new boolean[]{true, false, true}) {
            make(lib, "made/Parent", isAnnotated);
            ChildJvm.Result run = start(jvm(), app, "generated");
            assertThat(isCounted(run)).as(run.all()).isEqualTo(isAnnotated);
        }
        assertIsKept(start(jvm(), app, "generated"));
    }

    /** What generates classes at each start, and cleans up at its end. */
    @Test
    void inAFolderThatIsFilledAndEmptied() throws IOException {
        Path generated = Files.createDirectory(folder.resolve("generated"));
        for (boolean isAnnotated : new boolean[]{true, false}) {
            make(lib, "made/Parent", isAnnotated);
            ChildJvm.Result run = start(jvm(), Path.of(app + File.pathSeparator + generated), "filled");
            assertThat(isCounted(run)).as(run.all()).isEqualTo(isAnnotated);
        }
    }

    /** SIM's own jar is an agent too, and an option of its that weaving does not depend on keeps nothing from being taken. */
    @Test
    void whateverSimItselfIsTold() throws IOException {
        make(app, "made/Parent", true);
        for (String each : List.of("one", "two")) {
            ChildJvm jvm = new ChildJvm().flag("-XX:-UsePerfData").agent("weave.cache=" + folder.resolve("cache")
                    + ",application=" + each);
            ChildJvm.Result run = start(jvm, app, "class-path");
            assertThat(isCounted(run)).as(run.all()).isTrue();
            if (each.equals("two")) {
                assertIsKept(run);
            }
        }
    }

    /** The main module decides which modules of the path there are. No class is woven for an aspect in one that is not there. */
    @Test
    void inAModuleThatOnlySomeStartsHave() throws IOException {
        compile("plain", Map.of("module-info", "module plain { requires java.sql; exports plain; }", "plain/Main", """
                package plain;
                public class Main {
                    public static void main(String[] args) throws Exception {
                        work();
                        Class.forName("woven.Report").getMethod("print").invoke(null);
                    }
                    static void work() {}
                }"""));
        compile("metering", Map.of("module-info", "module metering { requires plain; }", "metering/Main", """
                package metering;
                public class Main {
                    public static void main(String[] args) throws Exception {
                        plain.Main.main(args);
                    }
                }"""));
        writeAspect("metering", "woven.Metered", "plain");
        for (String main : List.of("plain", "metering", "plain", "metering")) {
            ChildJvm.Result run = jvm("--module-path=" + lib).run(ChildJvm.CLASSES.toString(), "-m", main + "/" + main
                    + ".Main");
            assertThat(run.exit()).as(run.all()).isZero();
            assertThat(run.out().contains("count plain.Main.work 1 errors 0")).as(main + run.all())
                    .isEqualTo(main.equals("metering"));
        }
    }

    /** A module reads SIM once the JVM has seen a class of it changed. The aspect is defined at the first class, which may stay as it is. */
    @Test
    void anAspectInAPackageOfAModule() throws IOException {
        compile("own", Map.of("module-info", "module own { requires java.sql; exports own; }", "own/Main", """
                package own;
                public class Main {
                    public static void main(String[] args) throws Exception {
                        Work.work();
                        Class.forName("woven.Report").getMethod("print").invoke(null);
                    }
                }""", "own/Work", """
                package own;
                class Work {
                    static void work() {}
                }"""));
        writeAspect("own", "own.Metered", "own");
        for (int start = 0; start < 2; start++) {
            ChildJvm.Result run = jvm("--module-path=" + lib).run(ChildJvm.CLASSES.toString(), "-m", "own/own.Main");
            assertThat(run.out()).as(run.all()).contains("counter weaving.failed 0", "count own.Work.work 1 errors 0");
        }
    }

    /** A module's own configuration, whose aspect meters {@code work()} of a package. */
    private void writeAspect(String module, String aspect, String metered) throws IOException {
        Files.writeString(Files.createDirectories(lib.resolve(module + "/META-INF")).resolve("aop.xml"), """
                <aspectj><aspects>
                  <concrete-aspect name="%s"
                      extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor">
                    <pointcut name="methodsToInstrument" expression="execution(* %s..work())"/>
                  </concrete-aspect>
                </aspects></aspectj>""".formatted(aspect, metered));
    }

    private void compile(String module, Map<String, String> sources) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--module-path", lib.toString(), "-d", lib.resolve(module)
                .toString()));
        for (Map.Entry<String, String> each : sources.entrySet()) {
            Path file = folder.resolve("src/" + module + "/" + each.getKey() + ".java");
            Files.createDirectories(file.getParent());
            arguments.add(Files.writeString(file, each.getValue()).toString());
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(new String[0])))
                .isZero();
    }

    private static boolean isCounted(ChildJvm.Result run) {
        return run.out().contains(COUNTED);
    }

    private static void assertIsKept(ChildJvm.Result run) {
        assertThat(run.after("counter weaving.kept ")).as(run.all()).isNotNull();
        assertThat(run.after("counter weaving.given ")).as("classes given to the weaver").isNull();
    }

    private ChildJvm jvm(String... flags) {
        ChildJvm jvm = new ChildJvm();
        List.of(flags).forEach(jvm::flag);
        return jvm.flag("-XX:-UsePerfData").agent("weave.cache=" + folder.resolve("cache"));
    }

    private ChildJvm.Result start(String kind) {
        return start(jvm(), folder.resolve("none"), kind);
    }

    private ChildJvm.Result start(ChildJvm jvm, Path onClassPath, String kind) {
        ChildJvm.Result run = jvm.run(ChildJvm.CLASSES + File.pathSeparator + onClassPath, "woven.Placed", kind,
                app.toString(), lib.toString());
        assertThat(run.exit()).as(run.all()).isZero();
        return run;
    }

    private static void make(Path where, String name, boolean isAnnotated) throws IOException {
        make(where, name, "java/lang/Object", isAnnotated);
    }

    private static void make(Path where, String name, String parent, boolean isAnnotated) throws IOException {
        Path file = where.resolve(name + ".class");
        Files.createDirectories(file.getParent());
        Files.write(file, WeaveCacheIT.type(name, parent, isAnnotated));
    }

    private static void addParent(Path jar, boolean isAnnotated) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("made/Parent.class"));
            out.write(WeaveCacheIT.type("made/Parent", "java/lang/Object", isAnnotated));
        }
    }

    private Path agent(String boot) throws IOException {
        Path jar = folder.resolve("agent.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", "woven.Appending");
        if (!boot.isEmpty()) {
            manifest.getMainAttributes().putValue("Boot-Class-Path", boot);
        }
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return jar;
    }
}
