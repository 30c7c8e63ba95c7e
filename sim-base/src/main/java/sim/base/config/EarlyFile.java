package sim.base.config;

import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/**
 * Files that are read before the program's {@code main}. The streams of {@code java.nio} load the JDK's network library, which then no
 * longer asks for {@code java.net.preferIPv4Stack}, and a program may say that in {@code main}.
 */
public final class EarlyFile {
    private EarlyFile() {}

    /** All bytes of a file. Any thread. */
    public static byte[] bytes(Path file) throws IOException {
        return bytes(file, Integer.MAX_VALUE);
    }

    /** The first bytes of a file, so many at most. Any thread. */
    public static byte[] bytes(Path file, int most) throws IOException {
        // the stream of a file asks where it is, which a pipe does not know
        try (InputStream in = new BufferedInputStream(new FileInputStream(file.toString()))) {
            return in.readNBytes(most);
        }
    }
}
