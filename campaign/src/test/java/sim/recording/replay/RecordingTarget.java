package sim.recording.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import sim.campaign.fuzz.Sealed;

/** Any file is a recording that can be read to its end, or refused in one line. */
public final class RecordingTarget {
    private static Path file;

    private RecordingTarget() {}

    public static void fuzzerTestOneInput(byte[] input) throws IOException {
        if (file == null) {
            file = Files.createTempFile("fuzz", ".rec");
            file.toFile().deleteOnExit();
        }
        read(input);
        read(Sealed.recording(input));
    }

    /** As a player reads it. */
    private static void read(byte[] bytes) throws IOException {
        Files.write(file, bytes);
        try (RecordedFirings recording = new RecordedFirings(file)) {
            for (RecordedThread thread : recording.threads.values()) {
                Records records = new Records(thread.meters.size());
                for (RecordedThread.Chunk chunk : thread.chunks) {
                    records.read(recording.read(chunk), new Records.Visitor() {
                        @Override
                        public void begin(int name, long wall, long[] readings) {
                            recording.names.get(name);
                        }

                        @Override
                        public void end(int lost, long wall, long[] readings) {
                            // nothing is kept
                        }
                    });
                }
            }
        } catch (DamagedRecordingException damaged) {
            if (damaged.getMessage().contains("\n")) {
                throw new IllegalStateException("more than one line: " + damaged.getMessage(), damaged);
            }
        }
    }
}
