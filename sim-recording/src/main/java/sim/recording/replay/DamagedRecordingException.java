package sim.recording.replay;

import java.io.IOException;

/** Thrown for a file that is no complete recording. The message is the line for the user. */
final class DamagedRecordingException extends IOException {
    DamagedRecordingException(String message) {
        super(message);
    }
}
