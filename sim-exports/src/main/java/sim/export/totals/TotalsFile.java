package sim.export.totals;

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;
import sim.wire.totals.InstanceTotals;

/**
 * The totals on disk, so that they go on where they were when the server starts again. Written beside and moved, so that there is
 * always a whole one, also where the machine fails.
 */
final class TotalsFile {
    static final int LAYOUT = InstanceTotals.LAYOUT;
    /** The oldest that is read. */
    private static final int OLDEST = 2;
    private static final String NAME = "exported.totals";

    private final Path file;

    /** What was written: its layout, and all behind it. */
    record Kept(int layout, DataInputStream rest) {}

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
            out.writeInt(LAYOUT);
            content.write(out);
            out.flush();
            new DataOutputStream(buffered).writeLong(checked.getChecksum().getValue());
            buffered.flush();
        }
        force(beside);
        Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        force(file.toAbsolutePath().getParent());
    }

    private static void force(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** What was written, or null where nothing was. It fails where that is broken, or of a release that cannot be read here. */
    Kept read() throws IOException {
        if (!Files.exists(file)) {
            return null;
        }
        byte[] all = Files.readAllBytes(file);
        CRC32 sum = new CRC32();
        if (all.length < Integer.BYTES + Long.BYTES) {
            throw new IOException("it ends after " + all.length + " bytes");
        }
        sum.update(all, 0, all.length - Long.BYTES);
        DataInputStream end = new DataInputStream(new ByteArrayInputStream(all, all.length - Long.BYTES, Long.BYTES));
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(all, 0, all.length - Long.BYTES));
        if (end.readLong() != sum.getValue()) {
            throw new IOException("its checksum is another one");
        }
        int layout = in.readInt();
        if (layout < OLDEST || layout > LAYOUT) {
            throw new IOException("its layout is " + layout + ", and this release reads " + OLDEST + " to " + LAYOUT);
        }
        return new Kept(layout, in);
    }

    /** Where one is that could not be read. */
    Path aside() {
        return file.resolveSibling(NAME + ".unreadable");
    }

    /** Takes it out of the way, in the place of an earlier one. */
    void setAside() throws IOException {
        Files.move(file, aside(), StandardCopyOption.REPLACE_EXISTING);
    }

    /** Nobody can tell what is in one that cannot be read. */
    void removeAside() throws IOException {
        Files.deleteIfExists(aside());
    }

    /** Writes what is kept. */
    interface Content {
        void write(DataOutputStream out) throws IOException;
    }
}
