package sim.metrics.replay;

import java.io.IOException;

/** Thrown for a file that is no complete recording. The message is the line for the user. */
final class RecordingFileException extends IOException {
    RecordingFileException(String message) {
        super(message);
    }
}
