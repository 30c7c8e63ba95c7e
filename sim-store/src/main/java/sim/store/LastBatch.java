package sim.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The number of the batch that was acknowledged last, in a file beside the database. The library reads a log that was cut short
 * as far as it goes, without a word; this number tells what is missing. It is not forced to disk: after a crash of the machine it
 * may be too low, and then says nothing. Guarded by the database's writing lock; 2 us a commit.
 */
final class LastBatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LastBatch.class);

    private final FileChannel channel;

    LastBatch(Path database) throws IOException {
        Path file = Path.of(database + ".last");
        OwnFiles.empty(file);
        channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        long bytes = channel.size();
        if (bytes != 0 && bytes != Long.BYTES) {
            channel.truncate(0);
            LOG.warn("{} has {} bytes, not {}: whether the log of the store was cut cannot be told this time", file,
                    bytes,
                    Long.BYTES);
        }
    }

    /** 0 where none was noted. */
    long read() throws IOException {
        ByteBuffer number = ByteBuffer.allocate(Long.BYTES);
        return channel.read(number, 0) < Long.BYTES ? 0 : number.getLong(0);
    }

    /** Says what a log no longer had that was acknowledged. */
    static void tell(long lost, Path database, Figures figures) {
        if (lost > 0) {
            String said = "the log of the store " + database + " was cut: " + lost
                    + (lost == 1 ? " batch that was" : " batches that were") + " acknowledged last "
                    + (lost == 1 ? "is" : "are")
                    + " lost, unless the collectors still have them";
            LOG.error(said);
            figures.noted(said);
        }
    }

    /** Notes it as well as it can: a batch is stored whether this works or not. */
    void write(long batch) {
        try {
            channel.write(ByteBuffer.allocate(Long.BYTES).putLong(0, batch), 0);
        } catch (IOException full) {
            // then a log that is cut is not noticed
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
