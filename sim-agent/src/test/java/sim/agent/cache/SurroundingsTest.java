package sim.agent.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the JVM itself sees counts by what is in it, whatever it is called. */
class SurroundingsTest {
    @TempDir
    Path folder;

    @Test
    void whatTheBootLoaderSeesCounts() throws Exception {
        Path boot = folder.resolve("boot.jar");
        String argument = "-Xbootclasspath/a:" + folder.resolve("not-there.jar") + java.io.File.pathSeparator + boot;
        jar(boot, "1");
        long before = value(argument);
        assertThat(value(argument)).isEqualTo(before);
        jar(boot, "2");
        assertThat(value(argument)).isNotEqualTo(before);
    }

    @Test
    void modulesInThePlaceOfTheJdksCount() throws Exception {
        Path upgrades = Files.createDirectory(folder.resolve("upgrades"));
        String argument = "--upgrade-module-path=" + upgrades;
        jar(upgrades.resolve("one.jar"), "1");
        long before = value(argument);
        assertThat(value(argument)).isEqualTo(before);
        jar(upgrades.resolve("one.jar"), "2");
        assertThat(value(argument)).isNotEqualTo(before);
    }

    /** Another agent may do something else to classes if it is told so. A debugger gets another port at each start, and does nothing to them. */
    @Test
    void whatOtherAgentsAreToldCounts() throws Exception {
        Path agent = folder.resolve("agent.jar");
        Path ofAnEditor = folder.resolve("idea_rt.jar");
        Path ofItsDebugger = folder.resolve("debugger-agent.jar");
        jar(agent, "1");
        jar(ofAnEditor, "1");
        jar(ofItsDebugger, "1");
        for (String each : List.of("-javaagent:" + agent + "=", "-agentlib:other=", "-agentpath:/other.so=",
                "-Xrunother:")) {
            assertThat(value(each + 1)).as(each).isEqualTo(value(each + 1)).isNotEqualTo(value(each + 2));
        }
        for (String each : List.of("-javaagent:" + ofAnEditor + "=",
                "-javaagent:" + ofItsDebugger + "=file:/tmp/capture",
                "-agentlib:jdwp=", "-Xrunjdwp:")) {
            assertThat(value(each + 1)).as(each).isEqualTo(value(each + 2));
        }
    }

    @Test
    void whichVersionOfAClassAJarGivesCounts() throws Exception {
        for (String each : List.of("jdk.util.jar.enableMultiRelease", "jdk.util.jar.version")) {
            long before = value();
            System.setProperty(each, "17");
            try {
                assertThat(value()).as(each).isNotEqualTo(before);
            } finally {
                System.clearProperty(each);
            }
        }
    }

    /** Another image of the JDK's may have the same length, and the same time where that is fixed. */
    @Test
    void theJdksImageCounts() throws Exception {
        Path image = Files.createDirectories(folder.resolve("lib")).resolve("modules");
        Path release = Files.writeString(folder.resolve("release"), "MODULES=\"java.base\"");
        Files.writeString(image, "1");
        Files.setLastModifiedTime(image, FileTime.fromMillis(1_000));
        long before = value();
        assertThat(value()).isEqualTo(before);
        Files.writeString(release, "MODULES=\"java.base java.sql\"");
        long other = value();
        assertThat(other).isNotEqualTo(before);
        Files.setLastModifiedTime(image, FileTime.fromMillis(2_000));
        assertThat(value()).isNotEqualTo(other);
        Files.delete(release);
        assertThat(value()).isNotEqualTo(other);
    }

    private long value(String... arguments) throws IOException {
        return new Surroundings(List.of(arguments), folder.toFile()).value();
    }

    private static void jar(Path file, String content) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file))) {
            out.putNextEntry(new JarEntry("a/A.class"));
            out.write(content.getBytes(StandardCharsets.US_ASCII));
        }
    }
}
