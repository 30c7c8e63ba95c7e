package sim.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What keeps the server from starting is said in one line, with the cure. */
class ServerStartIT {
    @TempDir
    Path folder;

    @Test
    void aTemporaryDirectoryThatCannotBeWrittenIsNamed() throws Exception {
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + folder.resolve("none"), "-jar", "target/sim-agent-server.jar", "server", "--data",
                folder.resolve("data").toString(), "--port", "0", "--http", "0").redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isEqualTo(2);
        // newer JDKs warn of the directory by themselves
        assertThat(printed.lines().filter(line -> !line.startsWith("WARNING: java.io.tmpdir"))).singleElement()
                .asString().startsWith("sim: the library of the store")
                .contains(folder.resolve("none").toString(), "java.io.tmpdir=DIR");
    }
}
