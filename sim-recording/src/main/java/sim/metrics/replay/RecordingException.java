package sim.metrics.replay;

import java.io.IOException;

/** Thrown for a file that is no complete recording. The message is the line for the user. */
public final class RecordingException extends IOException {
    RecordingException(String message) {
        super(message);
    }
}
