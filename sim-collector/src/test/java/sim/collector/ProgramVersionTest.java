package sim.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The version of a program, as the JVM and the manifest of its jar tell it. */
class ProgramVersionTest {
    @TempDir
    Path folder;

    @Test
    void theVersionOfAProgramIsThatOfTheJarItWasStartedFrom() throws Exception {
        String jar = jar("my shop.jar", "2.4.1");
        assertThat(ProgramVersion.of(jar, jar)).isEqualTo("2.4.1");
        assertThat(ProgramVersion.of(jar, jar + " --port 80 x.jar")).isEqualTo("2.4.1");
        assertThat(ProgramVersion.of(jar("none.jar", null), folder + "/none.jar")).isEmpty();
    }

    @Test
    void theVersionOfAProgramWithAClassPathIsThatOfTheJarWithItsMainClass() {
        String version = Test.class.getPackage().getImplementationVersion();
        assertThat(version).isNotEmpty();
        String classPath = "a.jar:b.jar";
        assertThat(ProgramVersion.of(classPath, Test.class.getName() + " argument")).isEqualTo(version);
        assertThat(ProgramVersion.of(classPath, "org.junit.jupiter.api/" + Test.class.getName())).isEqualTo(version);
        assertThat(ProgramVersion.of(classPath, ProgramVersionTest.class.getName())).as("in a folder").isEmpty();
    }

    @Test
    void whatCannotBeToldIsEmpty() throws Exception {
        assertThat(ProgramVersion.of("", "")).isEmpty();
        assertThat(ProgramVersion.of("a.jar", "a.jar")).as("no such file").isEmpty();
        assertThat(ProgramVersion.of("a.jar", "no.such.Main x")).isEmpty();
        assertThat(ProgramVersion.of("a.jar", "java.lang.Object")).as("of the JDK").isEmpty();
        Path text = Files.writeString(folder.resolve("text.jar"), "no jar");
        assertThat(ProgramVersion.of(text.toString(), text.toString())).isEmpty();
    }

    private String jar(String name, String version) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (version != null) {
            manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        }
        Path jar = folder.resolve(name);
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            out.finish();
        }
        return jar.toString();
    }
}
