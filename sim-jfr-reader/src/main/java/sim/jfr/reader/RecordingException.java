package sim.jfr.reader;

import java.io.IOException;
import java.nio.file.Path;
import sim.model.text.Text;

/** Thrown for a recording that cannot be read. The message says in one line which one, why, and what to do. */
public final class RecordingException extends IOException {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST = 500;

    RecordingException(Path file, String problem) {
        this(file, problem, null);
    }

    RecordingException(Path file, String problem, Throwable cause) {
        super(file + ": " + line(problem), cause);
    }

    /** Removes line breaks, because the text may quote from a damaged file. */
    private static String line(String problem) {
        String clean = problem.replaceAll("[\\p{Cntrl}\\u0085\\u2028\\u2029]+", " ");
        return Text.cut(clean, LONGEST);
    }
}
