package sim.jfr.reader;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reads a recording's bytes at any position through one window of memory, never past a limit. It does not map the file, because a mapped
 * file that is cut while it is read would crash the JVM. One thread.
 */
final class Input implements Closeable {
    /** The encoding of a text that is in the chunk's pool. The text's key follows. */
    static final int SHARED_TEXT = 2;

    private static final int MIN_WINDOW = 64 << 10;
    /** A chunk is 12 MB unless JFR is configured otherwise. The window then holds a whole chunk. */
    private static final int MAX_WINDOW = 16 << 20;

    private final FileChannel channel;
    private final long size;
    private final byte[] window;
    private long base;
    private int filled;
    private long position;
    private long limit;

    Input(Path file) throws IOException {
        channel = FileChannel.open(file, StandardOpenOption.READ);
        size = channel.size();
        limit = size;
        long affordable = Math.min(MAX_WINDOW, Runtime.getRuntime().maxMemory() / 16);
        window = new byte[(int) Math.max(MIN_WINDOW, Math.min(affordable, size))];
    }

    /** The file's size when it was opened. */
    long size() {
        return size;
    }

    long position() {
        return position;
    }

    /** Goes to a position. Nothing at or past {@code limit} can be read from then on. */
    void range(long position, long limit) {
        if (position < 0 || limit > size || position > limit) {
            throw new Damaged("bytes " + position + " to " + limit + " are not in it");
        }
        this.position = position;
        this.limit = limit;
    }

    long remaining() {
        return limit - position;
    }

    void skip(long bytes) {
        if (bytes < 0 || bytes > limit - position) {
            throw new Damaged("something at " + position + " ends " + bytes + " bytes on, past its limit " + limit);
        }
        position += bytes;
    }

    byte readByte() {
        if (position >= limit) {
            throw new Damaged("something goes on past its end at " + limit);
        }
        long at = position++ - base;
        return at >= 0 && at < filled ? window[(int) at] : load();
    }

    /** Reads a number of as many bytes, the highest byte first. */
    long readRaw(int bytes) {
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value = value << 8 | readByte() & 0xFF;
        }
        return value;
    }

    /** Reads a number of seven bits a byte, the lowest first. A ninth byte has eight. */
    long readNumber() {
        long at = position - base;
        if (at >= 0 && at + 9 <= filled && limit - position >= 9) {
            byte[] bytes = window;
            int i = (int) at;
            long value = 0;
            for (int shift = 0; shift < 56; shift += 7) {
                byte b = bytes[i++];
                value |= (b & 0x7FL) << shift;
                if (b >= 0) {
                    position = base + i;
                    return value;
                }
            }
            position = base + i + 1;
            return value | (bytes[i] & 0xFFL) << 56;
        }
        long value = 0;
        for (int shift = 0; shift < 56; shift += 7) {
            byte b = readByte();
            value |= (b & 0x7FL) << shift;
            if (b >= 0) {
                return value;
            }
        }
        return value | (readByte() & 0xFFL) << 56;
    }

    /**
     * Reads a count of things that take at least one byte each. Refuses a count that the rest of the file cannot hold, before anything is
     * allocated for it.
     */
    int readCount() {
        long count = readNumber();
        if (count < 0 || count > remaining()) {
            throw new Damaged("a count of " + count + " at " + position + " is more than there is room for");
        }
        return (int) Math.min(count, Integer.MAX_VALUE - 8);
    }

    /** Reads a text in any of the file's encodings but {@link #SHARED_TEXT}; null for none. */
    String readText(int encoding) {
        switch (encoding) {
            case 0 :
                return null;
            case 1 :
                return "";
            case 3 :
                return new String(readBytes(readCount()), StandardCharsets.UTF_8);
            case 4 :
                char[] chars = new char[readCount()];
                for (int i = 0; i < chars.length; i++) {
                    chars[i] = (char) readNumber();
                }
                return new String(chars);
            case 5 :
                return new String(readBytes(readCount()), StandardCharsets.ISO_8859_1);
            default :
                throw new Damaged("there is a text of unknown encoding " + encoding + " at " + position);
        }
    }

    byte[] readBytes(int count) {
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            bytes[i] = readByte();
        }
        return bytes;
    }

    private byte load() {
        long at = position - 1;
        // The window begins a little before the position, because events refer back.
        base = Math.max(0, at - window.length / 8);
        ByteBuffer buffer = ByteBuffer.wrap(window);
        try {
            while (buffer.hasRemaining() && channel.read(buffer, base + buffer.position()) > 0) {
                continue;
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        filled = buffer.position();
        if (at >= base + filled) {
            throw new Damaged("it was cut while it was read");
        }
        return window[(int) (at - base)];
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
