package sim.jfr.reader;

import java.io.IOException;
import java.nio.file.Path;

/** A recording that cannot be read: which, why and what to do, in one line. */
public final class RecordingException extends IOException {
    private static final long serialVersionUID = 1L;

    RecordingException(Path file, String problem) {
        super(file + ": " + problem);
    }

    RecordingException(Path file, String problem, Throwable cause) {
        super(file + ": " + problem, cause);
    }
}
