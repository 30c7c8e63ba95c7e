package sim.server.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sim.server.identity.OwnFile;

/** Files with secrets that options of {@code sim server} name: it says at its start if others may read one. */
final class SecretFile {
    private static final Logger LOG = LoggerFactory.getLogger(SecretFile.class);

    private SecretFile() {}

    /** @param what what is in it */
    static void look(String what, Path file) {
        try {
            if (OwnFile.isKeyReadByOthers(file)) {
                LOG.warn("others than its owner may read {} in {}: chmod 600 {}", what, file, file);
            }
        } catch (IOException unreadable) {
            // what is wrong with it is said when it is read
        }
    }
}
