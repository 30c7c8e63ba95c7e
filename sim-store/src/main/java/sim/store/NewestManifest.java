package sim.store;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * What the folder of segments says of itself, in a file among them, so that it goes where they go: the number of the newest manifest that was
 * committed, and which of its segments were not there. A database whose manifest has a lower number is older than
 * the segments, as where somebody put back a copy of it alone: what it does not name are figures, and nothing that a kill left. It is noted behind
 * the commit and not forced to disk, so it may be too low. The upkeep's thread.
 */
final class NewestManifest {
    private final Path file;

    /** @param segments their folder */
    NewestManifest(Path segments) {
        file = segments.resolve("manifest.last");
    }

    /** 0 where none was noted. */
    long read() {
        return read(0);
    }

    /** None of the segments up to this number was there when the folder was begun; 0 where that is not so. */
    long missing() {
        return read(Long.BYTES);
    }

    private long read(long place) {
        try (RandomAccessFile noted = new RandomAccessFile(file.toFile(), "r")) {
            noted.seek(place);
            return noted.readLong();
        } catch (IOException absent) {
            return 0;
        }
    }

    void write(long number) {
        write(0, number);
    }

    void writeMissing(long number) {
        write(Long.BYTES, number);
    }

    /** Notes it as well as it can. No channel does it, because an interrupt, such as that at the server's end, would close the channel. */
    private void write(long place, long number) {
        OwnFiles.empty(file);
        try (RandomAccessFile noted = new RandomAccessFile(file.toFile(), "rw")) {
            noted.seek(place);
            noted.write(ByteBuffer.allocate(Long.BYTES).putLong(0, number).array()); // at once
        } catch (IOException full) {
            // then an older database is known by the numbers of files alone
        }
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
