package sim.server.identity;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/** The lines of a log's files from the last one back, read in blocks: hardly more than one line is in memory. One thread. */
final class LatestLines implements Closeable {
    private static final int BLOCK = 1 << 16;

    private final List<FileChannel> files;
    private int file = -1;
    /** Where {@link #bytes} begin in the file. */
    private long from;
    /** What was read of the file; the first {@link #left} are still to be handed out. */
    private byte[] bytes = new byte[0];
    private int left;
    private String line;
    private Instant time;

    /** @param files the latest first; they are closed with this; @param until when a last line was written at the latest that was cut */
    LatestLines(List<FileChannel> files, Instant until) {
        this.files = files;
        this.time = until;
    }

    /** Goes on to the next line; false behind the first that was ever written. */
    boolean next() throws IOException {
        do {
            while (left == 0 && from == 0) {
                if (++file >= files.size()) {
                    line = null;
                    return false;
                }
                from = files.get(file).size();
            }
            line = previous();
        } while (line.isEmpty());
        Instant own = AuditFiles.timeOf(line);
        time = own.equals(Instant.EPOCH) ? time : own;
        return true;
    }

    /** The line; null behind the last one. */
    String line() {
        return line;
    }

    /** When it was written. One that was cut before its time was written before the one that was handed out last. */
    Instant time() {
        return time;
    }

    /** What stands before the last line break that is left, or the file's first line. */
    private String previous() throws IOException {
        int at = left - 1;
        for (;; at--) {
            if (at < 0 && from > 0) {
                at = more() - 1;
            }
            if (at < 0 || bytes[at] == '\n') {
                String found = new String(bytes, at + 1, left - at - 1, StandardCharsets.UTF_8);
                left = Math.max(at, 0);
                return found;
            }
        }
    }

    /** Reads what stands before; says how much. As much again as is there, so that a long line is not copied for each block. */
    private int more() throws IOException {
        int size = (int) Math.min(from, Math.max(BLOCK, left));
        byte[] all = new byte[size + left];
        System.arraycopy(bytes, 0, all, size, left);
        ByteBuffer block = ByteBuffer.wrap(all, 0, size);
        from -= size;
        while (block.hasRemaining()) {
            if (files.get(file).read(block, from + block.position()) < 0) {
                throw new IOException("the audit log became shorter while it was read");
            }
        }
        bytes = all;
        left += size;
        return size;
    }

    @Override
    public void close() throws IOException {
        for (FileChannel each : files) {
            each.close();
        }
    }
}
