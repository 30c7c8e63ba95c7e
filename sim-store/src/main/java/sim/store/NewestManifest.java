package sim.store;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * The number of the newest manifest that was committed, in a file beside the segments. A database whose manifest has a lower number is older than
 * the segments, as where somebody put back a copy of it alone: what it does not name are figures, and nothing that a kill left. It is noted behind
 * the commit and not forced to disk, so it may be too low, and then says nothing. The upkeep's thread.
 */
final class NewestManifest {
    private final Path file;

    /** @param segments their folder */
    NewestManifest(Path segments) {
        file = segments.resolveSibling("segments.last");
    }

    /** 0 where none was noted. */
    long read() {
        try (RandomAccessFile noted = new RandomAccessFile(file.toFile(), "r")) {
            return noted.readLong();
        } catch (IOException absent) {
            return 0;
        }
    }

    /** Notes it as well as it can. No channel does it, because an interrupt, such as that at the server's end, would close the channel. */
    void write(long number) {
        OwnFiles.empty(file);
        try (RandomAccessFile noted = new RandomAccessFile(file.toFile(), "rw")) {
            noted.write(ByteBuffer.allocate(Long.BYTES).putLong(0, number).array()); // at once
        } catch (IOException full) {
            // then an older database is known by the numbers of files alone
        }
    }
}
