package sim.base.exit;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;

/**
 * Prints lines while the JVM ends. The thread that ends it may hold the lock of {@link System#err} for ever, for example if it calls
 * {@code System.exit} while it writes. So these lines bypass that stream. Any thread.
 */
public final class LastWords {
    private LastWords() {}

    public static void say(String line) {
        try {
            // not closed, because that would close standard error
            new FileOutputStream(FileDescriptor.err)
                    .write(("sim: " + line + System.lineSeparator()).getBytes(Charset.defaultCharset()));
        } catch (IOException | OutOfMemoryError nobodyReads) {
            // then nobody can read it
        }
    }
}
