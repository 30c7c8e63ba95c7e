package sim.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file system in memory of so many megabytes; only root may have one, nobody else's build runs the test. */
final class SmallDisk implements AutoCloseable {
    final Path path;
    private final Path filler;

    SmallDisk(Path path, int megabytes) throws IOException, InterruptedException {
        this.path = Files.createDirectories(path);
        this.filler = path.resolve("filler");
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m,mode=0700", "tmpfs", path.toString()),
                "a small file system cannot be mounted here: only root can, outside of most containers");
    }

    void fill(int megabytes) throws IOException {
        Files.write(filler, new byte[megabytes << 20]);
    }

    void fillBut(int bytes) throws IOException {
        Files.write(filler, new byte[(int) Files.getFileStore(path).getUsableSpace() - bytes]);
    }

    void free() throws IOException {
        Files.delete(filler);
    }

    void readOnly() throws IOException, InterruptedException {
        assertThat(run("mount", "-o", "remount,ro", path.toString())).isTrue();
    }

    void writable() throws IOException, InterruptedException {
        assertThat(run("mount", "-o", "remount,rw", path.toString())).isTrue();
    }

    @Override
    public void close() throws IOException, InterruptedException {
        run("umount", "-l", path.toString());
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
        } catch (IOException noSuchCommand) {
            return false;
        }
    }
}
