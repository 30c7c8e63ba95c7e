package sim.metrics.extension;

import static org.assertj.core.api.Assertions.assertThat;

import extended.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    @TempDir
    private Path folder;

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
        ChildJvm.Result run = run(folder.resolve("missing.jar").toString());
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
        ChildJvm.Result run = run(compile(folder) + File.pathSeparator + folder + "/*");
        assertThat(run.lines("told ")).hasSize(10);
        assertThat(run.err()).as(run.all()).singleElement().asString().startsWith("sim: factory.classpath=")
                .contains(" is used without a part: '" + broken + "' is no jar");
    }

    private static ChildJvm.Result run(String classPath) throws Exception {
        ChildJvm.Result run = ChildJvm.run("-Dsim.hotspot.enabled=false", "-Dj.s.p.interceptors=told",
                "-Dj.s.p.interceptor.told.factory.class=plug.Told",
                "-Dj.s.p.interceptor.told.factory.classpath=" + classPath, "-Dj.s.p.interceptor.told.greeting=hello",
                "extended.Slow", "10", "0");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.lines("row ")).as(run.all()).singleElement().asString().contains("count=10");
        return run;
    }

    private Path compile(Path into) throws IOException {
        Path source = Files.writeString(folder.resolve("Told.java"), PLUG_IN);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", into.toString(), "-cp",
                Path.of("target", "classes").toString(), source.toString())).isZero();
        return into;
    }
}
