package sim.metrics.interceptor;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** A text file that is appended to; at its bound it becomes {@code <file>.1}, in place of the former one. One thread at a time. */
final class RolledFile {
    private final Path path;
    private final long limit;
    private OutputStream out;
    private long size;

    /** @param limit bytes of one file */
    RolledFile(Path path, long limit) throws IOException {
        this.path = path.toAbsolutePath();
        this.limit = limit;
        open();
    }

    void append(String line) throws IOException {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        if (size > 0 && size + bytes.length > limit) {
            out.close();
            Files.move(path, path.resolveSibling(path.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
            open();
        }
        out.write(bytes);
        size += bytes.length;
    }

    void flush() throws IOException {
        out.flush();
    }

    private void open() throws IOException {
        out = new BufferedOutputStream(
                Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND), 1 << 16);
        size = Files.size(path);
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
