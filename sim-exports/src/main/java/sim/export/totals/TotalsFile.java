package sim.export.totals;

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;

/**
 * The totals on disk, so that they go on where they were when the server starts again. Written beside and moved, so that there is
 * always a whole one.
 */
final class TotalsFile {
    /** Counts up with every change of what is written. */
    private static final int VERSION = 2;
    private static final String NAME = "exported.totals";

    private final Path file;

    TotalsFile(Path folder) {
        this.file = folder.resolve(NAME);
    }

    void write(Content content) throws IOException {
        Path beside = file.resolveSibling(NAME + ".new");
        Files.deleteIfExists(beside);
        CheckedOutputStream checked;
        try (OutputStream to = Files.newOutputStream(beside, StandardOpenOption.CREATE_NEW)) {
            if (Files.getFileStore(beside).supportsFileAttributeView("posix")) {
                Files.setPosixFilePermissions(beside, PosixFilePermissions.fromString("rw-------"));
            }
            BufferedOutputStream buffered = new BufferedOutputStream(to, 1 << 16);
            checked = new CheckedOutputStream(buffered, new CRC32());
            DataOutputStream out = new DataOutputStream(checked);
            out.writeInt(VERSION);
            content.write(out);
            out.flush();
            new DataOutputStream(buffered).writeLong(checked.getChecksum().getValue());
            buffered.flush();
        }
        Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    /** What was written, or null where nothing was, or it is of another release or broken. */
    DataInputStream read() throws IOException {
        if (!Files.exists(file)) {
            return null;
        }
        byte[] all = Files.readAllBytes(file);
        CRC32 sum = new CRC32();
        if (all.length < Integer.BYTES + Long.BYTES) {
            return null;
        }
        sum.update(all, 0, all.length - Long.BYTES);
        DataInputStream end = new DataInputStream(new ByteArrayInputStream(all, all.length - Long.BYTES, Long.BYTES));
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(all, 0, all.length - Long.BYTES));
        return end.readLong() == sum.getValue() && in.readInt() == VERSION ? in : null;
    }

    /** Writes what is kept. */
    interface Content {
        void write(DataOutputStream out) throws IOException;
    }
}
