package sim.metrics.exit;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;

/**
 * Lines said while the JVM ends. The thread that ends it may hold the lock of {@link System#err} for good, as one does that
 * calls {@code System.exit} while it writes; so they go past that stream. Any thread.
 */
public final class LastWords {
    private LastWords() {}

    public static void say(String line) {
        try {
            // not closed: that would close standard error
            new FileOutputStream(FileDescriptor.err)
                    .write(("sim: " + line + System.lineSeparator()).getBytes(Charset.defaultCharset()));
        } catch (IOException nobodyReads) {
            // then there is nobody to say it to
        }
    }
}
