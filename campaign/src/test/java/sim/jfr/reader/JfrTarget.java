package sim.jfr.reader;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Any file is a flight recording that can be read to its end, or refused in one line. */
public final class JfrTarget {
    private static Path file;

    private JfrTarget() {}

    public static void fuzzerTestOneInput(byte[] input) throws IOException {
        if (file == null) {
            file = Files.createTempFile("fuzz", ".jfr");
            file.toFile().deleteOnExit();
        }
        Files.write(file, input);
        try (ContextRecording recording = ContextRecording.open(file)) {
            long[] events = {0};
            recording.summary(Selection.ALL, "order");
            recording.forEach(Selection.ALL, joined -> events[0]++);
        } catch (RecordingException damaged) {
            if (damaged.getCause() instanceof OutOfMemoryError) {
                throw new IllegalStateException("memory asked for without bound", damaged);
            }
            if (damaged.getMessage().contains("\n")) {
                throw new IllegalStateException("more than one line: " + damaged.getMessage(), damaged);
            }
        }
    }
}
