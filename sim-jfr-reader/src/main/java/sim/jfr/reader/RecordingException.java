package sim.jfr.reader;

import java.io.IOException;
import java.nio.file.Path;
import sim.metrics.snapshot.Text;

/** A recording that cannot be read: which, why and what to do, in one line. */
public final class RecordingException extends IOException {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST = 500;

    RecordingException(Path file, String problem) {
        this(file, problem, null);
    }

    RecordingException(Path file, String problem, Throwable cause) {
        super(file + ": " + line(problem), cause);
    }

    /** What is said of a damaged file may quote from it. */
    private static String line(String problem) {
        String clean = problem.replaceAll("[\\p{Cntrl}\\u0085\\u2028\\u2029]+", " ");
        return Text.cut(clean, LONGEST);
    }
}
