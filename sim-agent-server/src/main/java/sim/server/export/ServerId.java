package sim.server.export;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.UUID;
import sim.server.identity.OwnFile;

/**
 * The name by which receivers tell this server's sums from another server's of the same application. It is made once and stays in the
 * data directory, so that the sums go on when the server starts again.
 */
public final class ServerId {
    private static final String NAME = "server.id";
    private static final String FORM = "[0-9a-f-]{36}";

    private ServerId() {}

    /** The id in that data directory, which is there; makes one where there is none. */
    public static String of(Path data) {
        Path file = data.resolve(NAME);
        try {
            String kept = read(file);
            if (kept.matches(FORM)) {
                return kept;
            }
            String made = UUID.randomUUID().toString();
            OwnFile.replace(file, (made + "\n").getBytes(StandardCharsets.US_ASCII));
            return made;
        } catch (IOException failure) {
            throw new IllegalStateException(file + " cannot be read or written (" + failure.getMessage()
                    + "); let the server's user write into --data", failure);
        }
    }

    private static String read(Path file) throws IOException {
        try {
            return Files.readString(file).strip();
        } catch (NoSuchFileException first) {
            return "";
        }
    }
}
