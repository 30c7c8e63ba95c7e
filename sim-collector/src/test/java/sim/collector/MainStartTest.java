package sim.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainStartTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
            "sun.launcher.LauncherHelper, checkAndLoadMain, false",
            "sun.launcher.LauncherHelper$FXHelper, main, false",
            "sun.instrument.InstrumentationImpl, loadClassAndCallPremain, false",
            "jdk.internal.loader.ClassLoaders$AppClassLoader, appendToClassPathForInstrumentation, false",
            "java.lang.InternalError, <init>, false",
            "java.lang.Thread, <init>, false",
            "com.acme.Main, main, true",
            "jdk.internal.jshell.tool.JShellToolProvider, main, true",
            "org.apache.commons.daemon.support.DaemonLoader, start, true"})
    void theProgramsFrameIsToldFromTheJdks(String owner, String method, boolean program) {
        assertThat(MainStart.isProgram(new StackTraceElement(owner, method, null, -1))).isEqualTo(program);
    }

    /** The launcher, two agents and the JVM take turns on the first thread; a thread of the first agent looks without pause. */
    @Test
    void noLookBeforeMainFindsItBegun() throws Exception {
        String jar = agent("looking.jar", Looking.class).toString();
        String next = agent("next.jar", Next.class).toString();
        for (int i = 0; i < 3; i++) {
            Path printed = folder.resolve("printed");
            Process program = new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xshare:auto",
                    "-javaagent:" + jar,
                    "-javaagent:" + next, "-cp", System.getProperty("java.class.path"), Looking.class.getName(), "a",
                    "b")
                    .redirectErrorStream(true).redirectOutput(printed.toFile()).start();
            assertThat(program.waitFor()).as(Files.readString(printed)).isZero();
            assertThat(Files.readString(printed)).contains("looked, then true after main").doesNotContain("too early");
        }
    }

    private Path agent(String name, Class<?> premain) throws Exception {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", premain.getName());
        Path jar = folder.resolve(name);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            out.putNextEntry(new JarEntry("empty"));
        }
        return jar;
    }

    /** The first agent, and the program. */
    static final class Looking {
        private static volatile boolean hasBegun;
        private static volatile int looks;
        private static volatile String early;

        private Looking() {}

        public static void premain(String options) throws InterruptedException {
            Thread looking = new Thread(() -> {
                while (early == null && !hasBegun) {
                    boolean found = MainStart.hasBegun();
                    if (found && !hasBegun && !isInMain()) {
                        early = "too early";
                    }
                    looks++;
                }
            });
            looking.setDaemon(true);
            looking.start();
            Thread.sleep(100);
        }

        /** A look may find main begun just before main has said so. */
        private static boolean isInMain() {
            for (int i = 0; i < 100 && !hasBegun; i++) {
                try {
                    Thread.sleep(1);
                } catch (InterruptedException never) {
                    return false;
                }
            }
            return hasBegun;
        }

        public static void main(String[] args) {
            hasBegun = true;
            System.out.println(early == null && looks > 0
                    ? "looked, then " + MainStart.hasBegun() + " after main"
                    : early + " in " + looks + " looks");
        }
    }

    /** The second agent, which the launcher starts between the first and the program. */
    static final class Next {
        private Next() {}

        public static void premain(String options) throws InterruptedException {
            Thread.sleep(300);
        }
    }
}
