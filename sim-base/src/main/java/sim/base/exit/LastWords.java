package sim.base.exit;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.charset.Charset;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Prints lines while the JVM ends. The thread that ends it may hold the lock of {@link System#err} for ever, for example if it calls
 * {@code System.exit} while it writes. So these lines bypass that stream. What keeps a line from being printed is counted and never
 * thrown: behind the caller is the program's handler of uncaught exceptions. Any thread.
 */
public final class LastWords {
    private static final AtomicLong UNSAID = new AtomicLong();
    /** Never closed, because that would close standard error. */
    private static volatile FileOutputStream standardError;

    private LastWords() {}

    /** Opens the stream now: a SecurityManager that the program sets later may refuse it. To write into it needs no permission. */
    static void prepare() {
        try {
            stream();
        } catch (Throwable refused) {
            // each line tries again, and counts
        }
    }

    public static void say(String line) {
        say(line, "");
    }

    /** The same of a failure, whose text is made here, because that may fail too. */
    static void say(String line, Object failure) {
        try {
            stream().write(("sim: " + line + failure + System.lineSeparator()).getBytes(Charset.defaultCharset()));
        } catch (Throwable nobodyReads) {
            UNSAID.incrementAndGet();
        }
    }

    /** How many lines could not be printed. */
    public static long unsaid() {
        return UNSAID.get();
    }

    private static FileOutputStream stream() {
        FileOutputStream stream = standardError;
        if (stream == null) {
            stream = new FileOutputStream(FileDescriptor.err);
            standardError = stream;
        }
        return stream;
    }
}
