package sim.metrics.replay;

import java.io.IOException;

/** A file that is no whole recording; the message is the one line the user reads. */
public final class RecordingException extends IOException {
    RecordingException(String message) {
        super(message);
    }
}
