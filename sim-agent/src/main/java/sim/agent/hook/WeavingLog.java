package sim.agent.hook;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** The file {@code weave.log} names: a line for each thing the weaver has to say, and its stack trace where there is one. */
public final class WeavingLog {
    /** No file. */
    public static final WeavingLog NONE = new WeavingLog(null);
    /** Characters the file may take; one line then says that it ends there. */
    private static final long LARGEST = 64L << 20;

    private Writer file;
    private long left = LARGEST;

    private WeavingLog(Writer file) {
        this.file = file;
    }

    /** Begins a file anew; {@link #NONE} for an empty name. */
    public static WeavingLog open(String name) throws IOException {
        return name.isEmpty() ? NONE : new WeavingLog(Files.newBufferedWriter(Path.of(name), StandardCharsets.UTF_8));
    }

    /** One line, and what {@code thrown} says below it. Never throws: a file that cannot be written is given up. */
    public synchronized void write(String kind, String text, Throwable thrown) {
        if (file == null) {
            return;
        }
        StringWriter entry = new StringWriter();
        entry.append(Instant.now().toString()).append(' ').append(kind).append(' ').append(text).append('\n');
        if (thrown != null) {
            thrown.printStackTrace(new PrintWriter(entry, true));
        }
        left -= entry.getBuffer().length();
        try {
            file.write(left < 0 ? "the log ends here: it has its largest size\n" : entry.toString());
            file.flush();
        } catch (IOException full) {
            left = -1;
        }
        if (left < 0) {
            file = null;
        }
    }
}
