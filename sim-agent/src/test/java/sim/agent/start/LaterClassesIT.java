package sim.agent.start;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.agent.ChildJvm;
import sim.testkit.Jdks;

/** What shipping needs is loaded while the program runs and has shipped nothing yet. */
class LaterClassesIT {
    @TempDir
    private Path folder;

    @Test
    void whatShippingNeedsIsLoadedSoonAfterTheStart() throws Exception {
        isLoaded(ChildJvm.AGENT, "server=127.0.0.1:1", new TreeSet<>(StartClassesTest.later()));
    }

    /** Nobody has scraped yet. The port is any free one. */
    @Test
    void whatAScrapeNeedsIsLoadedTooWherePrometheusAsks() throws Exception {
        Set<String> both = new TreeSet<>(StartClassesTest.later());
        both.addAll(StartClassesTest.scrape());
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        isLoaded(ChildJvm.AGENT, "server=none,prometheus=127.0.0.1:" + port, both);
    }

    /** Compilers differ in the classes that they make up: one that this jar does not have keeps no other away. */
    @Test
    void aClassThatTheJarDoesNotHaveKeepsNoOtherAway() throws Exception {
        Path lacking = Files.copy(ChildJvm.AGENT, folder.resolve("lacking.jar"));
        try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + lacking.toUri()), Map.of())) {
            Path list = jar.getPath(StartClasses.LATER);
            Files.writeString(list, "sim.model.Absent$1\n" + Files.readString(list, US_ASCII), US_ASCII);
        }
        isLoaded(lacking, "server=127.0.0.1:1", new TreeSet<>(StartClassesTest.later()));
    }

    /** Such as where somebody has written over a part of the jar. */
    @Test
    void aClassThatCannotBeLoadedKeepsNoOtherAwayAndIsCounted() throws Exception {
        String broken = "sim.wire.tls.Cures";
        Path damaged = Files.copy(ChildJvm.AGENT, folder.resolve("damaged.jar"));
        try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + damaged.toUri()), Map.of())) {
            Files.writeString(jar.getPath(broken.replace('.', '/') + ".class"), "no class", US_ASCII);
        }
        Set<String> others = new TreeSet<>(StartClassesTest.later());
        assertThat(others.remove(broken)).isTrue();
        isLoaded(damaged, "server=127.0.0.1:1", others, program -> {
            program.getOutputStream().write("await threads.failed 1\n".getBytes(US_ASCII));
            program.getOutputStream().flush();
            await().atMost(Duration.ofSeconds(60)).untilAsserted(
                    () -> assertThat(Files.readString(folder.resolve("out"))).contains("counter 1"));
        });
    }

    /** 256 of them have contexts; the calls of the others stand elsewhere. */
    @Test
    void moreVirtualThreadsThanHaveContextsNeedNothingOfAJarThatIsOverwritten() throws Exception {
        Path jdk = Jdks.withVirtualThreads();
        assumeTrue(jdk != null, "skipped: no JDK of 21 or newer, nor one beside this one");
        Path agent = Files.copy(ChildJvm.AGENT, folder.resolve("overwritten.jar"));
        isLoaded(new ChildJvm().usual().on(jdk), agent, "server=127.0.0.1:1", new TreeSet<>(StartClassesTest.later()),
                program -> {
                    tell(program, 1, "crowd 1"); // what it calls is woven
                    tell(program, 2, "report");
                    byte[] other = new byte[(int) Files.size(agent)];
                    new Random(33).nextBytes(other);
                    Files.write(agent, other, StandardOpenOption.TRUNCATE_EXISTING);
                    tell(program, 3, "crowd 600");
                    tell(program, 4, "report");
                });
        String last = Files.readString(folder.resolve("out")).split("done\n")[4];
        assertThat(last).contains("count woven.Running$Crowd.waits 600 errors 0\n", "counter metering.failures 0\n",
                "counter calls.lost 0\n", "counter calls.untimed 0\n", "counter threads.failed 0\n");
    }

    /** Waits until it is done. */
    private void tell(Process program, int done, String line) throws IOException {
        program.getOutputStream().write((line + "\n").getBytes(US_ASCII));
        program.getOutputStream().flush();
        await().atMost(Duration.ofSeconds(60)).until(
                () -> Files.readAllLines(folder.resolve("out")).stream().filter("done"::equals).count() > done);
    }

    private void isLoaded(Path agent, String where, Set<String> expected) throws Exception {
        isLoaded(agent, where, expected, program -> {});
    }

    private void isLoaded(Path agent, String where, Set<String> expected, Asking asked) throws Exception {
        isLoaded(new ChildJvm().usual(), agent, where, expected, asked);
    }

    private void isLoaded(ChildJvm jvm, Path agent, String where, Set<String> expected, Asking asked)
            throws Exception {
        try (FileSystem jar = FileSystems.newFileSystem(agent)) {
            expected.removeIf(name -> Files.notExists(jar.getPath(name.replace('.', '/') + ".class")));
        }
        assertThat(expected).hasSizeGreaterThan(150);
        Path log = folder.resolve("classes.log");
        Process program = jvm.flag("-Xlog:class+load:file=" + log).flag("-javaagent:" + agent
                + "=" + where + ",interval=1h,weave.cache=off,packages=woven")
                .begin(ChildJvm.CLASSES.toString(), "woven.Running", folder.resolve("out").toFile());
        try {
            await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(200)).untilAsserted(() -> {
                Set<String> missing = new TreeSet<>(expected);
                for (String line : Files.readAllLines(log)) {
                    missing.remove(line.replaceFirst(" source: .*", "").replaceFirst(".* ", ""));
                }
                assertThat(missing).isEmpty();
            });
            asked.of(program);
        } finally {
            program.destroyForcibly();
        }
    }

    /** What else is asked of the program while it runs. */
    private interface Asking {
        void of(Process program) throws Exception;
    }
}
