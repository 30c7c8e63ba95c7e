package sim.metrics.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sim.testkit.Child;

/** Extensions that are loaded from where their factory.classpath says: no class of theirs is on the tests' class path. */
class PlugInsIT {
    private static final String PLUG_IN = """
            package plug;

            import org.jinspired.probes.Probes;
                        import org.jinspired.probes.interceptor.*;

            public final class Told implements ProbesInterceptorFactory {
                static String greeting;

                public void init(Probes.Environment environment) {
                    greeting = environment.getString(Probes.parse("jxinsight.server.probes.interceptor.told.greeting"));
                }

                public ProbesInterceptor create(Probes.Context context) {
                    return new Interceptor();
                }
            }

            final class Interceptor implements ProbesInterceptor {
                public void begin(Probes.Probe probe) {}

                public void end(Probes.Probe probe) {
                    System.out.println("told " + Told.greeting + " " + probe.getName());
                }
            }
            """;

    private static final String HOSTILE = """
            package plug;

            import org.jinspired.probes.Probes;
            import org.jinspired.probes.interceptor.*;

            public final class Hostile implements ProbesInterceptorFactory, ProbesInterceptor {
                static final String HOW = System.getProperty("how");

                static {
                    if (HOW.equals("static throws")) {
                        int[] none = null;
                        none[0]++;
                    }
                    sleep("static hangs");
                }

                static void sleep(String how) {
                    while (HOW.equals(how)) {
                        try {
                            Thread.sleep(1_000_000);
                        } catch (InterruptedException goOn) {
                        }
                    }
                }

                public void init(Probes.Environment environment) {
                    if (HOW.equals("init meters")) {
                        Probes.begin(Probes.parse("plug.init")).end();
                    }
                    if (HOW.equals("init stops")) {
                        throw new ThreadDeath();
                    }
                    if (HOW.equals("init starts")) {
                        new Thread(() -> sleep(HOW)).start();
                    }
                    if (HOW.equals("init waits")) {
                        Thread other = new Thread(() -> Probes.begin(Probes.parse("plug.other")).end(), "plug-other");
                        other.start();
                        try {
                            other.join();
                        } catch (InterruptedException goOn) {
                        }
                    }
                }

                public ProbesInterceptor create(Probes.Context context) {
                    return this;
                }

                public void begin(Probes.Probe probe) {
                    if (HOW.equals("missing")) {
                        Missing.call();
                    }
                    if (HOW.equals("allocates")) {
                        java.util.List<Object> all = new java.util.ArrayList<>();
                        for (;;) {
                            all.add(new long[1 << 20]);
                        }
                    }
                    if (HOW.equals("meters")) {
                        for (int i = 0; i < 10; i++) {
                            Probes.begin(Probes.parse("plug.inside")).end();
                        }
                    }
                }

                public void end(Probes.Probe probe) {}
            }

            class Missing {
                static void call() {}
            }
            """;

    @TempDir
    private Path folder;

    /** Whatever a plug-in does as it is loaded or called: the program goes on and ends, and its calls are counted. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "static throws|sim: the interceptor 'told' failed and is switched off: java.lang.NullPointerException",
            "static hangs|sim: the interceptor 'told' is switched off: it has not returned from its class's initialiser",
            "init stops|sim: the interceptor 'told' failed and is switched off: java.lang.IllegalStateException: java.lang.ThreadDeath",
            "init waits|sim: the interceptor 'told' is switched off: it has not returned from its class's initialiser",
            "missing|sim: the interceptor 'told' failed and is switched off: java.lang.NoClassDefFoundError: plug/Missing",
            "allocates|sim: the interceptor 'told' failed and is switched off: java.lang.OutOfMemoryError",
            "init meters|", "init starts|", "meters|"})
    void whateverItDoesTheProgramGoesOnAndEnds(String how, String said) throws Exception {
        compile("Hostile", HOSTILE, folder);
        if (how.equals("missing")) {
            Files.delete(folder.resolve("plug").resolve("Missing.class"));
        }
        Child.Result run = run("plug.Hostile", folder.toString(), how);
        assertThat(run.lines("row ")).as(run.all()).anyMatch(row -> row.startsWith("row /slow.fast count=10 "))
                .hasSize(how.equals("init waits") ? 2 : 1); // a thread of its own is one like any other
        if (said == null) {
            assertThat(run.err()).as(run.all()).isEmpty();
        } else {
            assertThat(run.err()).as(run.all()).singleElement().asString().startsWith(said);
        }
    }

    @Test
    void aClassThatIsNoFactoryIsNamedWithWhatItShouldBe() throws Exception {
        Child.Result run = run("plug.Interceptor", compile(folder).toString(), "");
        assertThat(run.err()).as(run.all())
                .containsExactly("sim: the interceptor 'told' is switched off: plug.Interceptor "
                        + "is no org.jinspired.probes.interceptor.ProbesInterceptorFactory: name the class that makes the interceptor");
    }

    @Test
    void brokenClassesAreSaid() throws Exception {
        Path type = compile(folder).resolve("plug").resolve("Told.class");
        byte[] content = Files.readAllBytes(type);
        Files.write(type, Arrays.copyOf(content, content.length / 2));
        assertThat(run(folder.toString()).err()).singleElement().asString()
                .contains("has no class plug.Told that can be loaded (java.lang.ClassFormatError");
        content[7] = 120;
        Files.write(type, content);
        assertThat(run(folder.toString()).err()).singleElement().asString()
                .contains("has no class plug.Told that can be loaded (java.lang.UnsupportedClassVersionError");
    }

    /** A pipe would be read until somebody writes. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aPipeIsNotWaitedFor() throws Exception {
        Path pipe = folder.resolve("pipe.jar");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        assertThat(run(pipe.toString()).err()).singleElement().asString()
                .contains("'" + pipe + "' is no jar or folder that can be read (java.io.IOException: no file)");
    }

    @Test
    void fromAFolder() throws Exception {
        assertThat(run(compile(folder).toString()).lines("told ")).containsOnly("told hello slow.fast").hasSize(10);
    }

    @Test
    void fromAJarAndFromAllJarsOfAFolder() throws Exception {
        Path classes = compile(Files.createDirectory(folder.resolve("classes")));
        Path jars = Files.createDirectory(folder.resolve("jars"));
        try (FileSystem jar = FileSystems.newFileSystem(jars.resolve("plug.jar"), Map.of("create", "true"))) {
            Files.createDirectory(jar.getPath("plug"));
            for (String name : new String[]{"Told", "Interceptor"}) {
                Files.copy(classes.resolve("plug/" + name + ".class"), jar.getPath("plug/" + name + ".class"));
            }
        }
        assertThat(run(jars.resolve("plug.jar") + File.pathSeparator + folder).lines("told ")).hasSize(10);
        assertThat(run(jars + "/*").lines("told ")).hasSize(10);
    }

    @Test
    void whatIsNotThereIsSaidAndTheProgramStaysMetered() throws Exception {
        Child.Result run = run(folder.resolve("missing.jar").toString());
        assertThat(run.lines("told ")).isEmpty();
        assertThat(run.err()).as(run.all()).singleElement().asString()
                .startsWith("sim: the interceptor 'told' is switched off: factory.classpath=")
                .contains("missing.jar' is no jar or folder that can be read");
    }

    @Test
    void aJarThatIsNoneIsNamedAndLeftOutIfTheClassIsElsewhere() throws Exception {
        Path broken = Files.writeString(folder.resolve("broken.jar"), "no jar at all");
        assertThat(run(broken.toString()).err()).singleElement().asString()
                .startsWith("sim: the interceptor 'told' is switched off: factory.classpath=" + broken)
                .contains("'" + broken + "' is no jar or folder that can be read (java.util.zip.ZipException");
        Child.Result run = run(compile(folder) + File.pathSeparator + folder + "/*");
        assertThat(run.lines("told ")).hasSize(10);
        assertThat(run.err()).as(run.all()).singleElement().asString().startsWith("sim: factory.classpath=")
                .contains(" is used without one of its parts: '" + broken + "' is no jar");
    }

    private static Child.Result run(String classPath) throws Exception {
        return run("plug.Told", classPath, "");
    }

    private static Child.Result run(String type, String classPath, String how) throws Exception {
        Child.Result run = Child.jvm("-Xmx128m", "-Dhow=" + how, "-Dsim.hotspot.enabled=false",
                "-Dj.s.p.interceptors=told", "-Dj.s.p.interceptor.told.factory.class=" + type,
                "-Dj.s.p.interceptor.told.factory.classpath=" + classPath, "-Dj.s.p.interceptor.told.greeting=hello",
                "extended.Slow", "10", "0");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.lines("row ")).as(run.all()).anyMatch(row -> row.contains("slow.fast count=10 "));
        return run;
    }

    private Path compile(Path into) throws IOException {
        return compile("Told", PLUG_IN, into);
    }

    private Path compile(String type, String code, Path into) throws IOException {
        Path source = Files.writeString(folder.resolve(type + ".java"), code);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", into.toString(), "-cp",
                System.getProperty("java.class.path"), source.toString())).isZero();
        return into;
    }
}
